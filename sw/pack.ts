import { imageVariant } from '#contract/shop/paths.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import { picturesToStore } from '#offline/catalogue/pictures-to-store.ts';
import { catalogue, isShopWell, tellPages } from './catalogue.ts';
import { fetchPictures } from './fetch-pictures.ts';
import { continueGallery } from './gallery.ts';

/** So many of the newest designs keep their small picture. */
const newestKept = 112;

/** Sees what changed in the catalogue, and goes on with the pictures of all galleries unless data is to be saved. */
export async function followShop(withPictures: boolean): Promise<void> {
  await catalogue.follow();
  if (withPictures) await continueGallery(false);
}

let filling: Promise<unknown> = Promise.resolve();

/** Saves what every screen needs without a signal: designs, facts and, unless data is to be saved, small pictures. */
export async function fillPack(withPictures: boolean): Promise<void> {
  await catalogue.keepForLater();
  if (!withPictures) return;
  const pictures = await fillPictures();
  await tellPages({ kind: 'packed', pictures });
  await continueGallery(true);
}

/** Saves the small pictures that are missing and deletes those that nobody here needs any more. Resolves with how many there are to be. */
export function fillPictures(): Promise<number> {
  const filled = filling.then(fillOnce, fillOnce);
  filling = filled;
  return filled;
}

async function fillOnce(): Promise<number> {
  const wanted = await wantedPaths();
  if (!wanted) return 0;
  const cache = await caches.open(cacheNames.pack);
  await fetchPictures(cache, wanted, isShopWell);
  // Whoever used the device may have left while they came.
  await trimPack();
  return wanted.size;
}

/** Lets go of small pictures that nobody here needs any more. */
export async function trimPack(): Promise<void> {
  const wanted = await wantedPaths();
  if (wanted) await keepOnly(await caches.open(cacheNames.pack), wanted);
}

async function keepOnly(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  for (const request of await cache.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/**
 * Small pictures of the newest designs, and of cart, wishlist and orders of whoever uses the device
 * now; null where that can't be said now.
 */
async function wantedPaths(): Promise<ReadonlySet<string> | null> {
  const newest = await catalogue.newestPictures(newestKept);
  if (!newest) return null;
  const pictures = [...newest, ...(await picturesToStore(null))];
  return new Set(pictures.map((url) => imageVariant(url, 320, 'webp')));
}
