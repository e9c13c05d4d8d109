import type { PageData } from '#contract/page-data.ts';
import type { QueryCache } from './query-cache.ts';

/**
 * Puts the answers that travel inside the HTML into the cache. Script and HTML come from one build,
 * and what the server or the device wrote into it was checked there; so the block isn't checked
 * against the schemas, which would weigh on the first screen. One that can't be read is passed over.
 */
export function primeFromPage(cache: QueryCache, block: string | null): void {
  if (!block) return;
  let data: PageData;
  try {
    data = JSON.parse(block) as PageData;
  } catch {
    return;
  }
  for (const { name, request, answer, savedAt = null } of data.calls) {
    cache.prime(name, request as never, answer as never, savedAt);
  }
}
