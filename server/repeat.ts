/** Work of the server that goes on until it is stopped. */
export interface Job {
  /** Resolves when what is under way is done. */
  stop(): Promise<void>;
}

/**
 * Does `work` every `everyMs`, counted from the end of the last time, until stopped; the signal says
 * so to work that can break off. What it throws goes to `onError`, and the next time comes all the same.
 */
export function repeat(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Job {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  async function run(): Promise<void> {
    try {
      await work(stopped.signal);
    } catch (error) {
      onError(error);
    }
    wait();
  }

  function wait(): void {
    if (stopped.signal.aborted) return;
    timer = setTimeout(() => {
      round = run();
    }, everyMs);
    timer.unref();
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
