import { setTimeout as pause } from 'node:timers/promises';

/** Before the second try; doubled before each further one. */
const firstPauseMs = 100;
const longestPauseMs = 1600;

interface Trying {
  /** Ends the tries. */
  readonly stop?: AbortSignal | undefined;
  /** Whether to try again after an error; by default after any. */
  readonly isPassing?: (error: unknown) => boolean;
}

/**
 * Runs `record` until it succeeds, however long the database is away, or until `stop` is aborted. `onFailure` is called
 * once, with the first error.
 * @throws an error that isn't passing
 */
export async function untilRecorded(
  record: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  { stop, isPassing = () => true }: Trying = {},
): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      await record();
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (pauseMs === firstPauseMs) onFailure(error);
      if (stop?.aborted) return;
    }
    await pause(pauseMs);
  }
}
