import { joinClasses } from './join-classes.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; full width and one line high unless said, or set by the class. */
  readonly width?: string;
  readonly height?: string;
  readonly className?: string | undefined;
}

/** Paper where something will be, of the same size. */
export function Skeleton({ width, height = '1em', className }: SkeletonProps) {
  return (
    <span
      className={joinClasses(styles.skeleton, className)}
      style={{ width, height: className ? undefined : height }}
      aria-hidden="true"
    />
  );
}
