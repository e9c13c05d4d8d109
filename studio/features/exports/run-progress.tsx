import type { BackupRunView } from '#contract/studio/data.ts';
import { formatBytes } from '#ui/format-bytes.ts';
import { Instant } from '../../ui/instant.tsx';
import styles from './run-progress.module.css';

interface RunProgressProps {
  readonly run: BackupRunView;
  /** How many there are. */
  readonly backups: number;
}

/** The progress of the running backup, or why the last one failed. */
export function RunProgress({ run, backups }: RunProgressProps) {
  if (run?.state === 'failed') {
    return (
      <p className={styles.failed} role="alert">
        The backup of <Instant at={run.startedAt} /> failed. {run.problem} It will be retried{' '}
        {run.retry === 'night' ? 'tonight' : 'within an hour'}.
        {backups > 0 && ' The backups below are complete.'}
      </p>
    );
  }
  return (
    <div role="status">
      {run && (
        <div className="stack-2">
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
  if (state === 'wanted') return 'Backup starting…';
  if (totalBytes === 0) return 'Copying the database…';
  return `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)} backed up.`;
}
