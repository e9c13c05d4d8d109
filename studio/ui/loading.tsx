import { Pinwheel } from '#ui/pinwheel.tsx';
import styles from './loading.module.css';

/** Until the code or the first answer of a screen is there. */
export function Loading() {
  return (
    <p className={styles.loading} role="status">
      <Pinwheel size={40} className={styles.turning} />
      <span className="visually-hidden">Loading…</span>
    </p>
  );
}
