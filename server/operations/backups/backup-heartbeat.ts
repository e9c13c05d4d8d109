import { type Change, makeChange } from '../../platform/database/change.ts';
import type { Services } from '../../platform/services/services.ts';
import type { BackupProgress, BackupRun } from '../../platform/settings/backup-run.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';

const beatMs = 1000;

/** How a run ended. */
type End = Pick<BackupRun, 'state' | 'problem' | 'isComplete'>;

/**
 * Keeps the row of the current run up to date until it ends. Once another process has claimed a run or given it up,
 * because this one didn't report for too long, leaves the row alone and aborts `lost`; but if the backup is complete,
 * the other process's is what ends.
 */
export function startHeartbeat(services: Pick<Services, 'database' | 'clock'>, started: BackupRun) {
  let run = started;
  let last: Promise<unknown> = Promise.resolve();
  const lost = new AbortController();
  const save = (also: (change: Change) => Promise<void> = async () => {}) =>
    makeChange(services, async (change) => {
      const { value } = await readSetting(change.tx, 'backupRun');
      const isOwn = value?.id === run.id;
      if (run.state !== 'done' && !(isOwn && value.state === 'running')) {
        const what = isOwn ? 'given up' : 'taken over';
        lost.abort(new Error(`Another process has ${what} the backup.`));
        return;
      }
      if (isOwn || isMadeAgain(run, value)) {
        await writeSetting(change, 'backupRun', { ...run, seenAt: change.now.toISOString() });
      }
      await also(change);
    });
  const timer = setInterval(() => {
    // The next beat makes up for a lost one.
    last = save().catch(() => {});
  }, beatMs);
  return {
    lost: lost.signal,
    note(progress: BackupProgress) {
      run = { ...run, ...progress };
    },
    /** May be called again if it fails: then `also` may run twice. */
    async end(end: End, also: (change: Change) => Promise<void>) {
      clearInterval(timer);
      await last;
      run = { ...run, ...end };
      await save(also);
    },
  };
}

/** Whether another process is making the backup, because this one could not report for too long. */
function isMadeAgain({ killed = 0 }: BackupRun, found: BackupRun | null): boolean {
  return found?.state === 'running' && (found.killed ?? 0) > killed;
}
