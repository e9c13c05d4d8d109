import type { Layout } from '#contract/shop/cloth-view.ts';
import { clothUnits, type Piece } from './cloth-layout.ts';
import type { Size } from './measures.ts';

interface ClothPatternProps {
  readonly id: string;
  /** The picture of one repeat. */
  readonly href: string;
  readonly layout: Layout;
  /** The size of one repeat, in CSS pixels. */
  readonly repeat: Size;
}

/**
 * How far a picture goes under the next, as a part of its length in CSS pixels: by one pixel of the device, since edges
 * between two pixels are drawn half transparent and would show the ground between two pictures.
 */
function overlapOf(length: number): number {
  return 1 / devicePixelRatio / length;
}

function placed({ x, y, isTurned, isFlipped }: Piece, { width, height }: Size): string {
  const left = (isTurned ? x + 1 : x) * width;
  const top = (isFlipped ? y + 1 : y) * height;
  return `translate(${left} ${top}) scale(${isTurned ? -width : width} ${isFlipped ? -height : height})`;
}

/** The paint of a cloth, for `fill="url(#id)"`. */
export function ClothPattern({ id, href, layout, repeat }: ClothPatternProps) {
  const { columns, rows, pieces } = clothUnits[layout];
  const over = { x: overlapOf(repeat.width), y: overlapOf(repeat.height) };
  return (
    <pattern
      id={id}
      patternUnits="userSpaceOnUse"
      width={columns * repeat.width}
      height={rows * repeat.height}
    >
      {pieces.map((piece) => (
        <image
          key={`${piece.x} ${piece.y}`}
          href={href}
          x={-over.x}
          y={-over.y}
          width={1 + 2 * over.x}
          height={1 + 2 * over.y}
          preserveAspectRatio="none"
          transform={placed(piece, repeat)}
        />
      ))}
    </pattern>
  );
}
