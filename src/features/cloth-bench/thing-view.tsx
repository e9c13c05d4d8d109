import { useId, useRef } from 'react';
import type { Layout, ThingName } from '#contract/shop/cloth-view.ts';
import styles from './cloth.module.css';
import { ClothPattern } from './cloth-pattern.tsx';
import type { Size } from './measures.ts';
import { things, unitsPerInch } from './things.tsx';
import { usePan } from './use-pan.ts';

interface ThingViewProps {
  readonly name: ThingName;
  readonly href: string;
  readonly layout: Layout;
  /** One repeat in inches at the chosen scale; null: the design is one picture, which doesn't repeat. */
  readonly repeat: Size | null;
  /** 1 is a picture's usual size on the thing. */
  readonly scale: number;
  readonly label: string;
  readonly onPinch: (factor: number) => void;
}

/** A thing made of the cloth, with the pattern at the size it has there. */
export function ThingView({ name, href, layout, repeat, scale, label, onPinch }: ThingViewProps) {
  const id = useId();
  const thing = things[name];
  const drawing = useRef<SVGSVGElement>(null);
  const moved = useRef<SVGImageElement>(null);
  const offset = useRef({ x: 0, y: 0 });
  const pan = usePan({
    onMove(x, y) {
      const shown = drawing.current?.getScreenCTM()?.a ?? 1;
      offset.current = { x: offset.current.x + x / shown, y: offset.current.y + y / shown };
      const place = `translate(${offset.current.x} ${offset.current.y})`;
      if (repeat)
        drawing.current?.querySelector('pattern')?.setAttribute('patternTransform', place);
      else moved.current?.setAttribute('transform', place);
    },
    onPinch,
  });
  const { spot } = thing;
  const side = spot.side * scale;
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
              <image
                ref={moved}
                href={href}
                x={spot.x - side / 2}
                y={spot.y - side / 2}
                width={side}
                height={side}
              />
            </>
          )}
        </g>
        {thing.before}
      </svg>
    </div>
  );
}
