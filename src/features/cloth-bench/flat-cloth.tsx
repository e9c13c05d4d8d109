import { useId, useLayoutEffect, useRef } from 'react';
import type { Layout } from '#contract/shop/cloth-view.ts';
import styles from './cloth.module.css';
import { clothUnits } from './cloth-layout.ts';
import { ClothPattern } from './cloth-pattern.tsx';
import type { Size } from './measures.ts';
import { usePan } from './use-pan.ts';

interface FlatClothProps {
  readonly href: string;
  readonly layout: Layout;
  /** One repeat, in CSS pixels. */
  readonly repeat: Size;
  /** Says what is to be seen. */
  readonly label: string;
  readonly onPinch: (factor: number) => void;
}

/** The remainder that is never negative. */
function within(value: number, length: number): number {
  return ((value % length) + length) % length;
}

/**
 * Cloth without an end. It is drawn one unit larger than its frame and moved within that unit, which the
 * compositor does without drawing it again.
 */
export function FlatCloth({ href, layout, repeat, label, onPinch }: FlatClothProps) {
  const id = useId();
  const drawing = useRef<SVGSVGElement>(null);
  const offset = useRef({ x: 0, y: 0 });
  const { columns, rows } = clothUnits[layout];
  const width = columns * repeat.width;
  const height = rows * repeat.height;
  const place = () => {
    const { x, y } = offset.current;
    const left = within(x, width) - width;
    const top = within(y, height) - height;
    drawing.current?.style.setProperty('transform', `translate(${left}px, ${top}px)`);
  };
  useLayoutEffect(place);
  const pan = usePan({
    onMove(x, y) {
      offset.current = { x: offset.current.x + x, y: offset.current.y + y };
      place();
    },
    onPinch,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
    <div className={styles.frame} role="application" aria-label={label} tabIndex={0} {...pan}>
      <svg
        ref={drawing}
        className={styles.cloth}
        style={{ width: `calc(100% + ${width}px)`, height: `calc(100% + ${height}px)` }}
        aria-hidden="true"
      >
        <defs>
          <ClothPattern id={id} href={href} layout={layout} repeat={repeat} />
        </defs>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
    </div>
  );
}
