import type { Services } from '../services.ts';
import { makeDueBackup } from './backup-run.ts';

/** How often somebody's wish for a backup is looked for. */
const everyMs = 2000;
/** A shop that just opened has other things to do than its nightly backup. */
const settleMs = 10 * 60_000;

/** Makes the backups that are wanted, and one each night; `stop` ends one under way, which leaves nothing. */
export function startBackups(services: Services): { stop(): Promise<void> } {
  const startedAt = Date.now();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const mayBeNightly = Date.now() - startedAt > settleMs;
      await makeDueBackup(services, { mayBeNightly, signal: stopped.signal });
    } catch (error) {
      services.log.error({ err: error }, 'backup failed');
    }
    wait();
  }

  function wait(): void {
    if (stopped.signal.aborted) return;
    timer = setTimeout(() => {
      round = look();
    }, everyMs).unref();
  }
  wait();

  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
