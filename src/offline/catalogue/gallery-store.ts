import { cacheNames } from './cache-names.ts';

/**
 * How far this device is with the pictures of all galleries. `running`: goes on whenever the shop is
 * reached; `unread`: goes on once the saved designs can be read; `stopped`: by the buyer; `full`: the
 * device has no room for more; `done`: what is not here can't be had from the shop now.
 */
export interface StoredGallery {
  readonly status: 'running' | 'unread' | 'stopped' | 'full' | 'done';
  /** Pictures there are to be. */
  readonly wanted: number;
  /** Pictures that are here. */
  readonly pictures: number;
  readonly bytes: number;
}

/** Lies in the cache with the pictures, so that it goes with them. */
const recordPath = '/stored-gallery';

/** Null: nobody asked for all pictures on this device. @throws where the browser refuses Cache Storage */
export async function readStoredGallery(): Promise<StoredGallery | null> {
  const record = await caches.match(recordPath, { cacheName: cacheNames.gallery });
  return record ? ((await record.json()) as StoredGallery) : null;
}

export async function saveStoredGallery(state: StoredGallery): Promise<void> {
  const cache = await caches.open(cacheNames.gallery);
  await cache.put(recordPath, Response.json(state));
}

/** The stored pictures of all galleries by their paths. */
export async function storedGalleryPaths(cache: Cache): Promise<readonly string[]> {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => path !== recordPath);
}
