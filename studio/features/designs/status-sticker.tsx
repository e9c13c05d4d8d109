import type { DesignStatus } from '#contract/studio/designs.ts';
import styles from './status-sticker.module.css';

/** The names that the studio uses. */
export const statusNames: Readonly<Record<DesignStatus, string>> = {
  draft: 'Draft',
  published: 'Published',
  retired: 'Retired',
};

export function StatusSticker({ status }: { readonly status: DesignStatus }) {
  return <span className={`${styles.sticker} ${styles[status]}`}>{statusNames[status]}</span>;
}
