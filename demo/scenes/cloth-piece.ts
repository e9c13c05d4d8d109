import { round, shape, stitches } from '../drawing/shapes.ts';
import { tileSize } from '../patterns/tile.ts';

export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A piece of fabric cut from a bolt. `scale` 0.4 makes one repeat 400 units wide. */
export function clothPiece(
  boltName: string,
  piece: string,
  outline: string,
  bounds: Bounds,
  scale: number,
): string {
  const step = tileSize * scale;
  const uses: string[] = [];
  for (let y = bounds.y; y < bounds.y + bounds.height; y += step) {
    for (let x = bounds.x; x < bounds.x + bounds.width; x += step) {
      uses.push(
        `<use href="#${boltName}" transform="translate(${round(x)} ${round(y)}) scale(${scale})"/>`,
      );
    }
  }
  return `<clipPath id="${piece}"><path d="${outline}"/></clipPath><g clip-path="url(#${piece})">${uses.join('')}</g>`;
}

/** A soft shadow below or beside something that lies on the table. */
export function shadowOf(outline: string, dx = 8, dy = 14): string {
  return shape(outline, '#4a1f3d', ` fill-opacity=".16" transform="translate(${dx} ${dy})"`);
}

/** A seam along an outline, light on the fabric. */
export function topstitch(path: string, colour = '#fffaf0', width = 4): string {
  return stitches(path, colour, width, 11, 10);
}
