import { Skeleton } from '#ui/skeleton.tsx';
import styles from './page-skeleton.module.css';

/** Shown while a page's code loads. Tall, so that the footer doesn't jump. */
export function PageSkeleton() {
  return (
    <div className={`page ${styles.skeleton}`} aria-busy="true">
      <Skeleton width="min(60%, 20rem)" height="2.5rem" />
      <Skeleton height="1.25rem" />
      <Skeleton width="80%" height="1.25rem" />
    </div>
  );
}
