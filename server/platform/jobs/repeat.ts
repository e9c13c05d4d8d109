/** Background work that runs until it is stopped. */
export interface Job {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

interface Pace {
  readonly everyMs: number;
  /** Delay before the first run, if different; 0: at once. */
  readonly firstMs?: number;
  /** Delay after a failed run, if different. */
  readonly afterFailureMs?: number;
}

/**
 * Runs `work` every `everyMs`, measured from the end of the last run, until stopped; stopping aborts the
 * signal, for work that can be interrupted. Errors go to `onError`, and the next run follows all the same.
 */
export function repeat(
  { everyMs, firstMs = everyMs, afterFailureMs = everyMs }: Pace,
  work: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Job {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  async function run(): Promise<void> {
    let pauseMs = everyMs;
    try {
      await work(stopped.signal);
    } catch (error) {
      pauseMs = afterFailureMs;
      onError(error);
    }
    wait(pauseMs);
  }

  function wait(pauseMs: number): void {
    if (stopped.signal.aborted) return;
    timer = setTimeout(() => {
      round = run();
    }, pauseMs);
    timer.unref();
  }

  if (firstMs === 0) round = run();
  else wait(firstMs);

  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
