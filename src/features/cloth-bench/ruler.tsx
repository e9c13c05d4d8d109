import { useId } from 'react';
import styles from './cloth.module.css';

interface RulerProps {
  readonly edge: 'top' | 'left';
  /** The length of the edge, in CSS pixels. */
  readonly length: number;
  /** CSS pixels that one inch or centimetre measures. */
  readonly pixelsPerUnit: number;
}

/** The least room for a number on the ruler, in CSS pixels. */
const numberRoom = 26;
const steps = [1, 2, 5, 10, 20, 50];

/** A ruler along an edge of the cloth. The figures say the same in words. */
export function Ruler({ edge, length, pixelsPerUnit }: RulerProps) {
  const id = useId();
  const isTop = edge === 'top';
  const step = steps.find((every) => every * pixelsPerUnit >= numberRoom) ?? 100;
  const tick = step === 1 && pixelsPerUnit >= 48 ? pixelsPerUnit / 4 : (step * pixelsPerUnit) / 2;
  const numbers = Array.from(
    { length: Math.min(200, Math.floor(length / pixelsPerUnit / step)) },
    (_, place) => (place + 1) * step,
  );
  const line = (at: number, size: number) =>
    isTop ? { x1: at, x2: at, y1: 0, y2: size } : { y1: at, y2: at, x1: 0, x2: size };
  return (
    <svg className={isTop ? styles.topRuler : styles.leftRuler} aria-hidden="true">
      <defs>
        <pattern
          id={id}
          patternUnits="userSpaceOnUse"
          width={isTop ? tick : 24}
          height={isTop ? 24 : tick}
        >
          <line {...line(0, 7)} />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
      {numbers.map((number) => {
        const at = number * pixelsPerUnit;
        return (
          <g key={number}>
            <line {...line(at, 12)} />
            <text {...(isTop ? { x: at + 3, y: 20 } : { x: 5, y: at - 3 })}>{number}</text>
          </g>
        );
      })}
    </svg>
  );
}
