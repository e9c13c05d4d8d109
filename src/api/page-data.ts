import {
  type DocumentSource,
  deviceDataUrl,
  type PageData,
  pageDataId,
} from '#contract/shop/page-data.ts';
import type { QueryCache } from './query-cache.ts';

/** The device isn't waited for longer: the page asks for what it needs then. */
const deviceMs = 1_500;

/** The answers that this page starts with, as JSON: in the shop's document, else on the device. */
export async function pageData(): Promise<string | null> {
  const block = document.getElementById(pageDataId);
  if (block?.dataset.source !== ('device' satisfies DocumentSource)) {
    return block?.textContent ?? null;
  }
  const signal = AbortSignal.timeout(deviceMs);
  const answer = await fetch(deviceDataUrl(location), { signal }).catch(() => null);
  return answer?.ok ? answer.text().catch(() => null) : null;
}

/**
 * Puts the answers that a page starts with into the cache. Script and HTML come from one build,
 * and what the server or the device wrote was checked there; so the data isn't checked
 * against the schemas, which would weigh on the first screen. What can't be read is passed over.
 */
export function primeFromPage(cache: QueryCache, json: string | null): void {
  if (!json) return;
  let data: PageData;
  try {
    data = JSON.parse(json) as PageData;
  } catch {
    return;
  }
  for (const { name, request, answer, savedAt = null } of data.calls) {
    cache.prime(name, request as never, answer as never, savedAt);
  }
}
