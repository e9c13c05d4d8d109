import { formatBytes } from '#ui/format-bytes.ts';
import { partLimit } from './part-limit.ts';
import styles from './rows.module.css';

/** Says that a proxy in front of the shop makes uploads slower, and what to change there. */
export function PartLimitNote() {
  const { bytes } = partLimit();
  if (bytes === null) return null;
  return (
    <p className={styles.note} role="status">
      The server in front of the shop lets only about {formatBytes(bytes)} through at a time, so
      uploads take longer. Ask the person who runs it to allow 100 MB (in nginx:
      client_max_body_size 100m).
    </p>
  );
}
