import { useId, useRef } from 'react';
import type { Layout, ThingName } from '#contract/shop/cloth-view.ts';
import styles from './cloth.module.css';
import { ClothPattern } from './cloth-pattern.tsx';
import { type LiveScale, percentOf, useEachScale } from './live-scale.ts';
import type { Size } from './measures.ts';
import { things, unitsPerInch } from './things.tsx';
import { usePan } from './use-pan.ts';

interface ThingViewProps {
  readonly name: ThingName;
  readonly href: string;
  readonly layout: Layout;
  readonly scale: LiveScale;
  /** The scale at which it is drawn; 100 is a picture's usual size on the thing. */
  readonly percent: number;
  /** One repeat as it is drawn, in inches; null: the design is one picture, which doesn't repeat. */
  readonly repeat: Size | null;
  readonly label: string;
  readonly onPinch: (factor: number) => void;
}

/** A thing made of the cloth, with the pattern at the size it has there. */
export function ThingView(props: ThingViewProps) {
  const { name, href, layout, scale, percent, repeat, label, onPinch } = props;
  const id = useId();
  const thing = things[name];
  const drawing = useRef<SVGSVGElement>(null);
  const picture = useRef<SVGGElement>(null);
  const offset = useRef({ x: 0, y: 0 });
  const place = () => {
    const { x, y } = offset.current;
    const transform = `translate(${x} ${y}) scale(${percentOf(scale) / percent})`;
    if (repeat)
      drawing.current?.querySelector('pattern')?.setAttribute('patternTransform', transform);
    else picture.current?.setAttribute('transform', transform);
  };
  useEachScale(scale, place);
  const pan = usePan({
    onMove(x, y) {
      const shown = drawing.current?.getScreenCTM()?.a ?? 1;
      offset.current = { x: offset.current.x + x / shown, y: offset.current.y + y / shown };
      place();
    },
    onPinch,
  });
  const { spot } = thing;
  const side = (spot.side * percent) / 100;
  const units = repeat && {
    width: repeat.width * unitsPerInch,
    height: repeat.height * unitsPerInch,
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
    <div className={styles.frame} role="application" aria-label={label} tabIndex={0} {...pan}>
      <svg
        ref={drawing}
        className={styles.thing}
        viewBox={`0 0 ${thing.width} ${thing.height}`}
        aria-hidden="true"
      >
        <defs>
          <clipPath id={`${id}cut`}>
            {thing.cloth.map((outline) => (
              <path key={outline} d={outline} />
            ))}
          </clipPath>
          {units && <ClothPattern id={id} href={href} layout={layout} repeat={units} />}
        </defs>
        {thing.behind}
        <g clipPath={`url(#${id}cut)`}>
          {units ? (
            <rect width="100%" height="100%" fill={`url(#${id})`} />
          ) : (
            <>
              <rect width="100%" height="100%" className={styles.plain} />
              <g transform={`translate(${spot.x} ${spot.y})`}>
                <g ref={picture}>
                  <image href={href} x={-side / 2} y={-side / 2} width={side} height={side} />
                </g>
              </g>
            </>
          )}
        </g>
        {thing.before}
      </svg>
    </div>
  );
}
