import { joinClasses } from './join-classes.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; by default full width and one line high, unless the class sets them. */
  readonly width?: string;
  readonly height?: string;
  readonly className?: string | undefined;
}

/** A paper placeholder of the same size as the content that is loading. */
export function Skeleton({ width, height = '1em', className }: SkeletonProps) {
  return (
    <span
      className={joinClasses(styles.skeleton, className)}
      style={{ width, height: className ? undefined : height }}
      aria-hidden="true"
    />
  );
}
