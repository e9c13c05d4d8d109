import { type Job, repeat } from '../platform/jobs/repeat.ts';
import type { Services } from '../platform/services/services.ts';

const everyMs = 3_600_000;

/** Deletes what killed writes left on this machine's disk: in every process, as each machine has a disk of its own. */
export function startRemovingUnfinished({ files, log }: Pick<Services, 'files' | 'log'>): Job {
  return repeat(
    { everyMs },
    () => files.removeUnfinished(),
    (error) => log.error({ err: error }, 'removing unfinished files failed'),
  );
}
