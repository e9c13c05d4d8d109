import { type PageData, pageDataId, preloadedRequest } from '#contract/shop/page-data.ts';
import type { QueryCache } from './query-cache.ts';

/** How long to wait for the device's data; after that, the page requests what it needs. */
const deviceMs = 1_500;

/** The answers this page starts with, as JSON: from the shop's document, or else from the device. */
export async function pageData(): Promise<string | null> {
  const carrier = document.getElementById(pageDataId);
  const url = carrier?.getAttribute('href');
  if (!url) return carrier?.textContent ?? null;
  const signal = AbortSignal.timeout(deviceMs);
  const answer = await fetch(url, { ...preloadedRequest, signal }).catch(() => null);
  return answer?.ok ? answer.text().catch(() => null) : null;
}

/**
 * Fills the cache with the answers a page starts with. Skips checking them against the schemas, which would
 * delay the first screen: server and worker checked them, and script and HTML are from the same build.
 * Ignores unreadable data.
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
