import { cacheNames } from './cache-names.ts';

/**
 * The state of storing all gallery pictures on this device. `running`: continues whenever the shop can be
 * reached. `unread`: continues once the stored designs can be read. `stopped`: by the buyer. `full`: the
 * device has no room for more. `done`: what is missing can't be fetched from the shop now.
 */
export interface StoredGallery {
  readonly status: 'running' | 'unread' | 'stopped' | 'full' | 'done';
  /** How many pictures should be stored. */
  readonly wanted: number;
  /** How many pictures are stored. */
  readonly pictures: number;
  readonly bytes: number;
}

/** Stored in the cache beside the pictures, so that it is deleted with them. */
const recordPath = '/stored-gallery';

/**
 * Reads the state; null: storing all pictures was never requested on this device.
 * @throws if the browser refuses Cache Storage
 */
export async function readStoredGallery(): Promise<StoredGallery | null> {
  const record = await caches.match(recordPath, { cacheName: cacheNames.gallery });
  return record ? ((await record.json()) as StoredGallery) : null;
}

export async function saveStoredGallery(state: StoredGallery): Promise<void> {
  const cache = await caches.open(cacheNames.gallery);
  await cache.put(recordPath, Response.json(state));
}

/** Paths of the stored gallery pictures. */
export async function storedGalleryPaths(cache: Cache): Promise<readonly string[]> {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => path !== recordPath);
}
