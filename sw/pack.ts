import { imageVariant } from '#contract/paths.ts';
import { keptPictures } from '#offline/kept-pictures.ts';
import { cacheNames } from './cache-names.ts';
import { catalogue, tellPages } from './catalogue.ts';
import { isImage } from './is-image.ts';

/** So many of the newest designs keep their small picture. */
const newestKept = 112;
/** Pictures asked for at once: the page's own come first. */
const atOnce = 4;

/** Keeps what every screen needs without a signal: designs, facts and, unless data is to be saved, small pictures. */
export async function fillPack(withPictures: boolean): Promise<void> {
  await catalogue.keepForLater();
  if (!withPictures) return;
  const wanted = await wantedPaths();
  const cache = await caches.open(cacheNames.pack);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...wanted].filter((path) => !kept.has(path));
  for (let at = 0; at < missing.length; at += atOnce) {
    await Promise.all(missing.slice(at, at + atOnce).map((path) => keepPicture(cache, path)));
  }
  await keepOnly(cache, wanted);
  await tellPages({ kind: 'packed', pictures: wanted.size });
}

/** Lets go of small pictures that nobody here needs any more. */
export async function trimPack(): Promise<void> {
  await keepOnly(await caches.open(cacheNames.pack), await wantedPaths());
}

async function keepOnly(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  for (const request of await cache.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** Small pictures of the newest designs, and of cart and wishlist of whoever uses the device now. */
async function wantedPaths(): Promise<ReadonlySet<string>> {
  const pictures = [...(await catalogue.newestPictures(newestKept)), ...(await keptPictures(null))];
  return new Set(pictures.map((url) => smallOf(url)));
}

function smallOf(url: string): string {
  return imageVariant(url, 320, 'webp');
}

/** One that can't be had now is asked for with the next pack. */
async function keepPicture(cache: Cache, path: string): Promise<void> {
  try {
    const response = await fetch(path, { priority: 'low' });
    if (response.status === 200 && isImage(response)) await cache.put(path, response);
  } catch {
    // No network, or no room: its colour shows instead.
  }
}
