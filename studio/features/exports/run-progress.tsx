import type { BackupRunView } from '#contract/studio/data.ts';
import { formatBytes } from '#ui/format-bytes.ts';
import { Instant } from '../../ui/instant.tsx';
import styles from './run-progress.module.css';

/** The progress of the running backup, or why the last one failed. */
export function RunProgress({ run }: { readonly run: BackupRunView }) {
  if (run?.state === 'failed') {
    return (
      <p className={styles.failed} role="alert">
        The backup of <Instant at={run.startedAt} /> failed. {run.problem} It is tried again within
        an hour; the backups below are whole.
      </p>
    );
  }
  return (
    <div role="status">
      {run && (
        <div className={styles.running}>
          <span>{words(run)}</span>
          <progress
            className={styles.bar}
            aria-label="Backup"
            max={1}
            {...(run.totalBytes > 0 && { value: run.doneBytes / run.totalBytes })}
          />
        </div>
      )}
    </div>
  );
}

function words({ state, doneBytes, totalBytes }: NonNullable<BackupRunView>): string {
  if (state === 'wanted') return 'A backup begins in a moment.';
  if (totalBytes === 0) return 'The database is being copied.';
  return `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)} are in the backup.`;
}
