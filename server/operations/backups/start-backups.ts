import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services/services.ts';
import { makeDueBackup } from './backup-run.ts';

/** How often to check for a requested backup. */
const everyMs = 2000;
/** How long after its start the shop makes no nightly backup. */
const settleMs = 10 * 60_000;

/** Makes requested backups, and one each night. `stop` aborts a running one, which leaves nothing behind. */
export function startBackups(services: Services): Job {
  const startedAt = Date.now();
  return repeat(
    { everyMs },
    async (signal) => {
      const mayBeNightly = Date.now() - startedAt > settleMs;
      const made = await makeDueBackup(services, { mayBeNightly, signal });
      if (made?.unlisted) {
        services.log.warn(
          { err: made.unlisted },
          'a backup has no list of the files in the bucket',
        );
      }
    },
    (error) => services.log.error({ err: error }, 'backup failed'),
  );
}
