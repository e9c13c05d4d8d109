import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services.ts';
import { makeDueBackup } from './backup-run.ts';

/** How often somebody's wish for a backup is looked for. */
const everyMs = 2000;
/** A shop that just opened has other things to do than its nightly backup. */
const settleMs = 10 * 60_000;

/** Makes the backups that are wanted, and one each night; `stop` ends one under way, which leaves nothing. */
export function startBackups(services: Services): Job {
  const startedAt = Date.now();
  return repeat(
    { everyMs },
    async (signal) => {
      const mayBeNightly = Date.now() - startedAt > settleMs;
      await makeDueBackup(services, { mayBeNightly, signal });
    },
    (error) => services.log.error({ err: error }, 'backup failed'),
  );
}
