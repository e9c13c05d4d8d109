/** Work of the server that goes on until it is stopped. */
export interface Job {
  /** Resolves when what is under way is done. */
  stop(): Promise<void>;
}

interface Pace {
  readonly everyMs: number;
  /** Until the first time, where that is another; 0: at once. */
  readonly firstMs?: number;
  /** After a time that failed, where that is another. */
  readonly afterFailureMs?: number;
}

/**
 * Does `work` every `everyMs`, counted from the end of the last time, until stopped; the signal says
 * so to work that can break off. What it throws goes to `onError`, and the next time comes all the same.
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
