import { useId } from 'react';
import type { Layout } from '#contract/shop/cloth-view.ts';
import styles from './cloth.module.css';
import { clothUnits } from './cloth-layout.ts';
import { ClothPattern } from './cloth-pattern.tsx';
import { clothRoom, type LiveScale } from './live-scale.ts';
import type { Size } from './measures.ts';
import { useHandling } from './use-handling.ts';

interface FlatClothProps {
  readonly href: string;
  readonly layout: Layout;
  readonly scale: LiveScale;
  /** The scale at which it is drawn. */
  readonly percent: number;
  /** One repeat as it is drawn, in CSS pixels. */
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
 * Cloth without an end: it is drawn larger than its frame, and moved within one unit.
 */
export function FlatCloth(props: FlatClothProps) {
  const { href, layout, scale, percent, repeat, label, onPinch } = props;
  const id = useId();
  const { columns, rows } = clothUnits[layout];
  const width = columns * repeat.width;
  const height = rows * repeat.height;
  const { drawing, pan } = useHandling<SVGSVGElement>({
    scale,
    percent,
    transformOf({ x, y }, factor) {
      const left = within(x, width * factor) - width * factor;
      const top = within(y, height * factor) - height * factor;
      return `translate(${left}px, ${top}px) scale(${factor})`;
    },
    onPinch,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
    <div className={styles.frame} role="application" aria-label={label} tabIndex={0} {...pan}>
      <svg
        ref={drawing}
        className={styles.cloth}
        style={{
          width: `calc(${clothRoom * 100}% + ${width}px)`,
          height: `calc(${clothRoom * 100}% + ${height}px)`,
        }}
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
