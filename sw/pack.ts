import { imageVariant } from '#contract/shop/paths.ts';
import { createQueue } from '#contract/wire/queue.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import { picturesToStore } from '#offline/catalogue/pictures-to-store.ts';
import { catalogue, isShopWell, notifyPages } from './catalogue.ts';
import { fetchPictures } from './fetch-pictures.ts';
import { continueGallery } from './gallery.ts';

/** For how many of the newest designs small pictures are stored. */
const newestCount = 112;

/** Follows changes of the catalogue and, unless `withPictures` is false to save data, continues storing gallery pictures. */
export async function followShop(withPictures: boolean): Promise<void> {
  await catalogue.follow();
  if (withPictures) await continueGallery(false);
}

const inTurn = createQueue();

/**
 * Stores what every screen needs while offline: designs, facts and, unless `withPictures` is false to save data, small
 * pictures. Tells the pages once it is stored.
 * @throws if the shop doesn't answer
 */
export async function fillPack(withPictures: boolean): Promise<void> {
  await catalogue.storeForOffline();
  if (withPictures) await fillPictures();
  await notifyPages({ kind: 'packed' });
  if (withPictures) await continueGallery(true);
}

/**
 * Stores missing small pictures and deletes those no longer needed.
 * @throws if the shop doesn't answer
 */
export const fillPictures = (): Promise<void> => inTurn(fillOnce);

async function fillOnce(): Promise<void> {
  const wanted = await wantedPaths();
  if (!wanted) return;
  const cache = await caches.open(cacheNames.pack);
  const end = await fetchPictures(cache, wanted, isShopWell);
  // The account may have left the device meanwhile.
  await trimPack();
  if (end === 'unanswered') throw new Error('The shop stopped sending pictures');
}

/** Deletes small pictures that are no longer needed. */
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
 * Paths of the small pictures of the newest designs, of the collections and of the current account's (or visitor's) cart,
 * wishlist and orders; null if they can't be determined now.
 */
async function wantedPaths(): Promise<ReadonlySet<string> | null> {
  const newest = await catalogue.newestPictures(newestCount);
  if (!newest) return null;
  const pictures = [
    ...newest,
    ...(await catalogue.collectionPictures()),
    ...(await picturesToStore(null)),
  ];
  return new Set(pictures.map((url) => imageVariant(url, 320, 'webp')));
}
