import type { StorageState } from '#contract/storage.ts';
import { formatBytes } from '#ui/format-bytes.ts';
import styles from './storage-notice.module.css';

/** Warns staff that the shop's disk is nearly full, or full. */
export function StorageNotice({ storage }: { readonly storage: StorageState }) {
  const { isFull, freeBytes } = storage;
  return (
    <section className={styles.notice} aria-label="Storage">
      <strong>
        {isFull ? "The shop's storage is full." : "The shop's storage is nearly full."}
      </strong>
      <p>
        {isFull
          ? 'Nobody can order, sign up or upload now. Make room on the disk of the shop.'
          : `${formatBytes(freeBytes)} are left. Make room on the disk of the shop before it is full: then nobody can order, sign up or upload.`}
      </p>
    </section>
  );
}
