import { joinClasses } from './join-classes.ts';
import styles from './scallop.module.css';

interface ScallopProps {
  /** The paper's side that is scalloped. */
  readonly side: 'above' | 'below';
  /** Sets `color` to the paper's colour. */
  readonly className?: string | undefined;
}

/** A scalloped edge between two sections. Decoration only. */
export function Scallop({ side, className }: ScallopProps) {
  return (
    <div
      className={joinClasses(styles.scallop, side === 'below' && styles.below, className)}
      aria-hidden="true"
    />
  );
}
