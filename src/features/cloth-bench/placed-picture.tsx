import { joinClasses } from '#ui/join-classes.ts';
import styles from './cloth.module.css';
import type { LiveScale } from './live-scale.ts';
import { useHandling } from './use-handling.ts';

interface PlacedPictureProps {
  readonly href: string;
  readonly scale: LiveScale;
  /** The scale at which it is drawn. */
  readonly percent: number;
  /** Its centre, and the longer side as it is drawn, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly side: number;
  /** Says what is to be seen. */
  readonly label: string;
  readonly onPinch: (factor: number) => void;
}

/** One picture, which doesn't repeat, on plain cloth. */
export function PlacedPicture(props: PlacedPictureProps) {
  const { href, scale, percent, x, y, side, label, onPinch } = props;
  const { drawing, pan } = useHandling<HTMLImageElement>({
    scale,
    percent,
    transformOf: (moved, factor) => `translate(${moved.x}px, ${moved.y}px) scale(${factor})`,
    onPinch,
  });
  return (
    <div
      className={joinClasses(styles.frame, styles.plain)}
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
      tabIndex={0}
      {...pan}
    >
      <img
        ref={drawing}
        className={styles.picture}
        src={href}
        alt=""
        draggable={false}
        style={{ left: x - side / 2, top: y - side / 2, width: side, height: side }}
      />
    </div>
  );
}
