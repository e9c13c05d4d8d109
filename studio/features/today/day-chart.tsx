import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { dayName } from '../../ui/day-name.ts';
import styles from './day-chart.module.css';

/** The chart library is loaded with the first chart. */
const DayPlot = lazy(() => import('./day-plot.tsx'));

interface DayChartProps {
  /** What it shows, as a heading says it. */
  readonly label: string;
  readonly days: readonly string[];
  readonly values: readonly number[];
  /** The values of the range before, day by day. */
  readonly before: readonly number[];
  readonly words: (value: number) => string;
}

/** How many points a key moves by; Infinity: to an end. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 7,
  PageDown: -7,
  Home: -Infinity,
  End: Infinity,
};

/**
 * A line per day, with the range before as a dashed one. A pointer, a finger or the arrow keys choose a day,
 * whose values the text below tells; a screen reader hears a slider.
 */
export function DayChart({ label, days, values, before, words }: DayChartProps) {
  const [chosen, setChosen] = useState(days.length - 1);
  const place = Math.min(chosen, days.length - 1);
  const text = `${dayName(days[place] ?? '')}: ${words(values[place] ?? 0)}. Before: ${words(before[place] ?? 0)}.`;

  function move(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(days.length - 1, place + step)));
  }

  return (
    <div className={styles.chart}>
      <div
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={place + 1}
        aria-valuetext={text}
        onKeyDown={move}
      >
        <Suspense>
          <DayPlot
            days={days}
            values={values}
            before={before}
            words={words}
            place={place}
            onPlace={setChosen}
          />
        </Suspense>
      </div>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
