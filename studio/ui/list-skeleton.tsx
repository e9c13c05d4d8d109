import { Skeleton } from '#ui/skeleton.tsx';
import styles from './list-skeleton.module.css';

/** About as many as fit a screen. */
const rows = Array.from({ length: 8 }, (_, place) => `${place}`);

/** Takes the place of a list until its rows are there, each as high as a row. */
export function ListSkeleton() {
  return (
    <div className={styles.list} role="status">
      <span className="visually-hidden">Loading…</span>
      {rows.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="12rem" />
          <Skeleton width="8rem" />
          <Skeleton width="5rem" />
        </div>
      ))}
    </div>
  );
}
