import { Skeleton } from '#ui/skeleton.tsx';
import styles from './product-details.module.css';

/** Placeholders in the shape of the page, shown while the design loads. */
export function ProductSkeleton() {
  return (
    <div className={styles.product} role="img" aria-label="Loading the design" aria-busy="true">
      <Skeleton className={styles.paperPicture} />
      <div className={styles.words}>
        <div className="stack-3">
          <Skeleton width="8rem" height="2rem" />
          <Skeleton width="80%" height="2.5rem" />
          <Skeleton width="5rem" height="1.75rem" />
        </div>
        <Skeleton height="3.25rem" />
        <Skeleton height="5rem" />
        <Skeleton height="4rem" />
        <Skeleton width="60%" />
        <Skeleton width="75%" />
      </div>
    </div>
  );
}
