import { cacheNames } from './cache-names.ts';

/** The shop's pictures stored on this device. */
export interface SavedPictures {
  /** Each counted once, however many of its sizes are stored. */
  readonly pictures: number;
  readonly bytes: number;
}

/**
 * Counts the pictures that can be shown while offline.
 * @throws if the browser refuses Cache Storage
 */
export async function savedPictures(): Promise<SavedPictures> {
  const saved = new Set<string>();
  let bytes = 0;
  for (const name of [
    cacheNames.images,
    cacheNames.pack,
    cacheNames.gallery,
    cacheNames.seasonPacks,
  ]) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const [, hash] = /\/images\/([^/]+)\//.exec(url) ?? [];
      if (hash !== undefined) saved.add(hash);
    }
    for (const { headers } of await cache.matchAll()) {
      bytes += Number(headers.get('Content-Length'));
    }
  }
  return { pictures: saved.size, bytes };
}
