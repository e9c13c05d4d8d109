/** The shortest and the longest wait of a backoff, in ms. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The wait in ms after this many failed attempts in a row, from 1: it doubles with each, up to the longest. */
export function backoffMs(failures: number, { firstMs, longestMs }: Backoff): number {
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
}
