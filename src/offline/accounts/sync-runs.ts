import { coalesceRuns } from '#offline/sending/coalesce-runs.ts';
import type { Drained } from '#offline/sending/drainer.ts';
import type { EngineParts, SyncResult } from './engine-parts.ts';

const storageRetryMs = 60_000;

/** What the runs of an engine do. `isPressed`: the buyer asked for it, which ignores the backoff. */
interface RunTasks {
  /** Sends the outbox and refreshes what is shown. */
  readonly sync: (isPressed: boolean) => Promise<Drained>;
  /** Sends custom requests; resolves with when to try again, in ms since 1970. */
  readonly sendRequests: (isPressed: boolean) => Promise<number | null>;
}

/** The runs of an engine, one after another. Each schedules the next one that is needed. */
export interface SyncRuns {
  sync(isPressed: boolean): Promise<SyncResult>;
  /** Sends custom requests and messages; those that have to wait are sent by themselves later. */
  sendRequests(isPressed: boolean): void;
  /** The run in progress; null: none. */
  readonly underWay: () => Promise<SyncResult> | null;
  /** Starts no more runs. */
  stop(): void;
}

export function createSyncRuns(
  { clock, backoff }: Pick<EngineParts, 'clock' | 'backoff'>,
  tasks: RunTasks,
): SyncRuns {
  let isStopped = false;
  let cancelTimer = () => {};
  let cancelRequests = () => {};
  let running: Promise<SyncResult> | null = null;
  const retryLater = () => clock.now() + storageRetryMs;

  /** Schedules another run at `retryAt`, unless it is null. Returns a function that cancels it. */
  function again(retryAt: number | null, task: () => void): () => void {
    if (retryAt === null || isStopped) return () => {};
    return clock.after(Math.max(0, retryAt - clock.now()), task);
  }

  const turn = coalesceRuns((isPressed) => {
    running = runOnce(isPressed).finally(() => {
      running = null;
    });
    return running;
  });

  async function runOnce(isPressed: boolean): Promise<SyncResult> {
    if (isStopped) return { isEmpty: true, problem: null, retryAt: null, isOutage: false };
    cancelTimer();
    const problem = { status: null, code: 'STORAGE', message: '' };
    const result = await tasks
      .sync(isPressed)
      .catch(() => ({ isEmpty: false, problem, retryAt: retryLater() }));
    cancelTimer = again(result.retryAt, () => void turn(false));
    return { ...result, isOutage: backoff.retryAt() !== null };
  }

  /** Runs beside the outbox, so that pictures on a slow line don't delay other changes. */
  const sendRequests = coalesceRuns(async (isPressed) => {
    cancelRequests();
    const retryAt = await tasks.sendRequests(isPressed).catch(retryLater);
    cancelRequests = again(retryAt, () => void sendRequests(false));
  });

  return {
    underWay: () => running,
    sync(isPressed) {
      void sendRequests(isPressed);
      return turn(isPressed);
    },
    sendRequests: (isPressed) => void sendRequests(isPressed),
    stop() {
      isStopped = true;
      cancelTimer();
      cancelRequests();
    },
  };
}
