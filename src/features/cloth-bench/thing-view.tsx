import { useRef } from 'react';
import type { Layout, ThingName } from '#contract/shop/cloth-view.ts';
import styles from './cloth.module.css';
import { FlatCloth } from './flat-cloth.tsx';
import type { LiveScale } from './live-scale.ts';
import { type Size, scaled } from './measures.ts';
import { PlacedPicture } from './placed-picture.tsx';
import { things, unitsPerInch } from './things.tsx';
import { useSize } from './use-size.ts';

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

/** What is left free around a thing, as a part of its larger side. */
const margin = 0.07;
/** Farther than any screen, in a drawing's units. */
const far = 9999;

/**
 * A thing made of the cloth, with the pattern at the size it has there. The cloth fills the frame, and everything but
 * the thing covers it, so that only the compositor works while it is moved: a clipped pattern is painted again.
 */
export function ThingView(props: ThingViewProps) {
  const { name, href, layout, scale, percent, repeat, label, onPinch } = props;
  const { width, height, cloth, spot, drawing } = things[name];
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const free = Math.max(width, height) * margin;
  const box = { width: width + 2 * free, height: height + 2 * free };
  /** CSS pixels to a unit, as the drawing fits into the frame. */
  const pixels = Math.min(size.width / box.width, size.height / box.height);
  const shared = { href, scale, percent, label, onPinch };
  return (
    <div ref={frame} className={styles.made}>
      {pixels > 0 &&
        (repeat ? (
          <FlatCloth {...shared} layout={layout} repeat={scaled(repeat, unitsPerInch * pixels)} />
        ) : (
          <PlacedPicture
            {...shared}
            x={size.width / 2 + (spot.x - width / 2) * pixels}
            y={size.height / 2 + (spot.y - height / 2) * pixels}
            side={(spot.side * pixels * percent) / 100}
          />
        ))}
      <svg
        className={styles.thing}
        viewBox={`${-free} ${-free} ${box.width} ${box.height}`}
        aria-hidden="true"
      >
        <path
          className={styles.around}
          fillRule="evenodd"
          d={`M${-far} ${-far}H${far}V${far}H${-far}Z${cloth.join('')}`}
        />
        {drawing}
      </svg>
    </div>
  );
}
