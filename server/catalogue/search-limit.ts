import { Problem } from '../platform/http/problem.ts';

/** Most searches from one address in one window, answers from the cache not counted: more than a household types, less than a script sends. */
const most = 600;
const windowMs = 60_000;
/** Past so many addresses the one that was first seen is forgotten. */
const mostAddresses = 10_000;

/** Counts searches that cost time by the caller's address, in memory: they leave nothing behind. */
export interface SearchLimit {
  /** Counts one; throws TOO_MANY past the limit. */
  spend(address: string): void;
}

/** @param factor multiplies the limit. */
export function createSearchLimit(clock: () => Date, factor: number): SearchLimit {
  const counts = new Map<string, { count: number; readonly endsAt: number }>();
  return {
    spend(address) {
      const now = clock().getTime();
      let used = counts.get(address);
      if (!used || used.endsAt <= now) {
        used = { count: 0, endsAt: now + windowMs };
        // Windows are equally long: in the order in which they began, those that are over come first.
        counts.delete(address);
        counts.set(address, used);
        for (const [oldest, { endsAt }] of counts) {
          if (endsAt > now && counts.size <= mostAddresses) break;
          counts.delete(oldest);
        }
      }
      used.count++;
      if (used.count <= most * factor) return;
      const retryAfter = Math.max(1, Math.ceil((used.endsAt - now) / 1000));
      throw new Problem('TOO_MANY', 'Too many searches. Please wait a little.', { retryAfter });
    },
  };
}
