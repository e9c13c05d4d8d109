const waiting = new AbortController();

/** Aborted when another version waits to take over. A browser lets it only once this one has no event left to finish. */
export const otherVersionWaits: AbortSignal = waiting.signal;

/** Ends what lasts long. The next version continues it. */
export function makeWay(): void {
  waiting.abort();
}
