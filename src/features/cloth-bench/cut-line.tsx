import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './cloth.module.css';
import { type LengthUnit, lengthText, perInch } from './measures.ts';

interface CutLineProps {
  readonly pixelsPerInch: number;
  /** The width of the cloth on the screen, in CSS pixels. */
  readonly length: number;
  readonly unit: LengthUnit;
}

/** Where the line lies at first, as a part of the cloth's width. */
const firstPlace = 0.5;

/** A seam to cut along, moved by finger or arrow keys; it says how far it is from the ruler's zero. */
export function CutLine({ pixelsPerInch, length, unit }: CutLineProps) {
  const [wanted, setWanted] = useState<number | null>(null);
  const most = length / pixelsPerInch;
  const inches = Math.min(wanted ?? most * firstPlace, most);
  const move = (to: number) => setWanted(Math.min(most, Math.max(0, to)));
  const step = 1 / 4 / (unit === 'in' ? 1 : perInch(unit));
  const text = `Cut at ${lengthText(inches, unit)}`;
  return (
    <div
      className={styles.cutLine}
      style={{ left: inches * pixelsPerInch }}
      role="slider"
      tabIndex={0}
      aria-label="Cut line"
      aria-valuemin={0}
      aria-valuemax={Math.round(most * perInch(unit) * 10) / 10}
      aria-valuenow={Math.round(inches * perInch(unit) * 10) / 10}
      aria-valuetext={text}
      onPointerDown={(event: PointerEvent) =>
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      onPointerMove={(event: PointerEvent) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          move(inches + event.movementX / pixelsPerInch);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        const by = { ArrowLeft: -step, ArrowRight: step, Home: -most, End: most }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        move(inches + by);
      }}
    >
      <span className={styles.cutText} aria-hidden="true">
        {text}
      </span>
    </div>
  );
}
