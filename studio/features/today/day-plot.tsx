import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';
import { useEffect, useRef } from 'react';
import Plot from 'uplot';
import 'uplot/dist/uPlot.min.css';

interface DayPlotProps {
  readonly days: readonly string[];
  readonly values: readonly number[];
  readonly before: readonly number[];
  readonly words: (value: number) => string;
  /** The index of the chosen day. */
  readonly place: number;
  readonly onPlace: (place: number) => void;
}

const height = 240;

/** The drawing of a day chart, on a canvas. `DayChart` is what can be focused and read. */
export default function DayPlot({ days, values, before, words, place, onPlace }: DayPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const style = getComputedStyle(element);
    const colour = (name: string) => style.getPropertyValue(name);
    const axis = {
      stroke: colour('--ink-soft'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      font: `14px ${style.fontFamily}`,
    };
    const drawn = new Plot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: {
          x: { time: false },
          // Zero is always visible, and a range without sales isn't a flat line in the middle.
          y: { range: (_, __, highest) => [0, Math.max(highest ?? 0, 1)] },
        },
        axes: [
          {
            ...axis,
            space: 80,
            // Below the lowest value, beside which the first day begins.
            gap: 12,
            incrs: [1, 7, 14, 30, 60, 90],
            values: (_, at) =>
              at.map((each) => (days[each] ? format(parseISO(days[each]), 'd MMM') : '')),
          },
          {
            ...axis,
            size: 80,
            values: (_, at) => at.map((each) => words(each).replace(/\.00$/, '')),
          },
        ],
        series: [
          {},
          {
            stroke: colour('--teal'),
            width: 3,
            fill: `${colour('--teal')}1a`,
            points: { show: days.length === 1 },
          },
          { stroke: colour('--ink-soft'), width: 2, dash: [6, 5], points: { show: false } },
        ],
        hooks: {
          setCursor: [({ cursor }) => typeof cursor.idx === 'number' && onPlace(cursor.idx)],
        },
      },
      [days.map((_, index) => index), [...values], [...before]],
      element,
    );
    plot.current = drawn;
    const observer = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [days, values, before, words, onPlace]);

  useEffect(() => {
    const drawn = plot.current;
    if (!drawn || drawn.cursor.idx === place) return;
    drawn.setCursor({ left: drawn.valToPos(place, 'x'), top: 0 }, false);
  }, [place]);

  return <div ref={box} />;
}
