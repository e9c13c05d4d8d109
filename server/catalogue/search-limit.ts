import { waitText } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';

/** The most searches per address and window, without cached answers: more than a household types, less than a script sends. */
const most = 600;
const windowMs = 60_000;
/** With more addresses than this, the one seen first is dropped. */
const maxAddresses = 10_000;

/** Counts uncached searches by the caller's address, in memory only. */
export interface SearchLimit {
  /** Counts one search. @throws TOO_MANY past the limit */
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
        // Windows are equally long, so in insertion order the expired ones come first.
        counts.delete(address);
        counts.set(address, used);
        for (const [oldest, { endsAt }] of counts) {
          if (endsAt > now && counts.size <= maxAddresses) break;
          counts.delete(oldest);
        }
      }
      used.count++;
      if (used.count <= most * factor) return;
      const retryAfter = Math.max(1, Math.ceil((used.endsAt - now) / 1000));
      const message = `Too many searches. Try again in ${waitText(retryAfter)}.`;
      throw new Problem('TOO_MANY', message, { retryAfter });
    },
  };
}
