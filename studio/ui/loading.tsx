import { Pinwheel } from '#ui/pinwheel.tsx';
import styles from './loading.module.css';

/** Shown until a screen's code or first answer has loaded. */
export function Loading() {
  return (
    <p className={styles.loading} role="status">
      <Pinwheel size={40} className={styles.turning} />
      <span className="visually-hidden">Loading…</span>
    </p>
  );
}
