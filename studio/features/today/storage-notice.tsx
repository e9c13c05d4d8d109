import type { StorageState } from '#contract/shop/storage.ts';
import { formatBytes } from '#ui/format-bytes.ts';
import { joinClasses } from '#ui/join-classes.ts';
import styles from './notice.module.css';

/** Warns staff that the shop's disk is nearly full, or full. */
export function StorageNotice({ storage }: { readonly storage: StorageState }) {
  const { isFull, freeBytes } = storage;
  return (
    <section className={joinClasses(styles.notice, isFull && styles.full)} aria-label="Storage">
      <strong>
        {isFull ? 'The shop’s storage is full.' : 'The shop’s storage is nearly full.'}
      </strong>
      <p>
        {isFull
          ? 'Nobody can order, sign up or upload. Free some space on the shop’s disk.'
          : `${formatBytes(freeBytes)} left. Free some space on the shop’s disk: once it is full, nobody can order, sign up or upload.`}
      </p>
    </section>
  );
}
