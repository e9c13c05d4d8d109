import { galleryPicture } from '#contract/shop/paths.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import {
  readStoredGallery,
  type StoredGallery,
  saveStoredGallery,
  storedGalleryPaths,
} from '#offline/catalogue/gallery-store.ts';
import { catalogue, isShopWell, notifyPages } from './catalogue.ts';
import { fetchPictures } from './fetch-pictures.ts';
import { otherVersionWaits } from './make-way.ts';

const nothingStored = { wanted: 0, pictures: 0, bytes: 0 };

let running: Promise<void> | null = null;
/** Aborted when the buyer stops storing. Replaced when the buyer starts it again. */
let stop = new AbortController();
/** Kept in memory too, because a full device may have no room to store it. */
let isFull = false;

/** Stores all gallery pictures and sends the progress to the pages. Joins a run in progress. */
export function storeGallery(): Promise<void> {
  stop = new AbortController();
  isFull = false;
  return startRun();
}

function startRun(): Promise<void> {
  running ??= run()
    .catch(noteNoRoom)
    .finally(() => {
      running = null;
    });
  return running;
}

/** A full disk makes the cache itself fail. */
async function noteNoRoom(): Promise<void> {
  isFull = true;
  const before = await readStoredGallery().catch(() => null);
  await note({ ...nothingStored, ...before, status: 'full' });
}

/** Continues what the buyer started with `storeGallery`: the rest of an interrupted run and, with `withNew`, pictures added to the catalogue since. */
export async function continueGallery(withNew: boolean): Promise<void> {
  // A run in progress uses the old list of designs. If the shop ended it early, don't ask again at once.
  const underWay = running;
  await underWay;
  const before = isFull ? null : await readStoredGallery();
  const wasCutShort = before?.status === 'running' || before?.status === 'unread';
  const isOutdated = withNew && before?.status === 'done';
  if (((wasCutShort && !underWay) || isOutdated) && !stop.signal.aborted) await startRun();
}

/** Stops storing. Keeps what is stored, or deletes it if `isToDelete`. */
export async function stopGallery(isToDelete: boolean): Promise<void> {
  stop.abort();
  await running;
  if (isToDelete) {
    await caches.delete(cacheNames.gallery);
    await notifyPages({ kind: 'gallery', gallery: null });
    return;
  }
  const before = await readStoredGallery();
  if (before?.status === 'running') await note({ ...before, status: 'stopped' });
}

async function run(): Promise<void> {
  const signal = AbortSignal.any([stop.signal, otherVersionWaits]);
  let stored = await storePictures();
  // The older designs of a large shop come in parts, then their pictures.
  while (stored?.status === 'done' && (await catalogue.storeOlder(signal))) {
    stored = await storePictures();
  }
  if (stored) await note(stored);
}

/** Stores the pictures of the designs that are on the device. Resolves with what is stored then; null if the shop doesn't answer. */
async function storePictures(): Promise<StoredGallery | null> {
  const all = await catalogue.allPictures();
  if (!all) {
    const before = await readStoredGallery();
    // A complete gallery stays complete.
    if (before?.status !== 'done') await note({ ...nothingStored, ...before, status: 'unread' });
    return null;
  }
  const wanted = new Set(all.pictures.map(galleryPicture));
  const cache = await openGallery();
  // A device that lost its designs begins again with the newest; pictures of the others are needed again soon.
  if (!all.isWhole) for (const path of await storedGalleryPaths(cache)) wanted.add(path);
  // First, because the space may be needed and nothing counts more pictures than there are.
  await dropOthers(cache, wanted);
  let state = { ...(await countStored(cache)), wanted: wanted.size };
  await note({ ...state, status: 'running' });
  const end = await fetchPictures(cache, wanted, isShopWell, async (pictures, bytes) => {
    state = { ...state, pictures: state.pictures + pictures, bytes: state.bytes + bytes };
    await note({ ...state, status: 'running' });
    return !stop.signal.aborted;
  });
  if (end === 'unanswered') return null;
  isFull = end === 'full';
  return { ...state, status: end };
}

/** A cache that Chromium opened on a full disk stays unusable when there is room again, until it is deleted. */
async function openGallery(): Promise<Cache> {
  const cache = await caches.open(cacheNames.gallery);
  const isUsable = await cache.keys().then(
    () => true,
    () => false,
  );
  if (isUsable) return cache;
  await caches.delete(cacheNames.gallery);
  return caches.open(cacheNames.gallery);
}

/** Deletes pictures of designs that left the catalogue. */
async function dropOthers(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  for (const path of await storedGalleryPaths(cache)) {
    if (!wanted.has(path)) await cache.delete(path);
  }
}

/** Counts what is stored. The last note may be outdated: the worker may have stopped between a picture and its note. */
async function countStored(cache: Cache): Promise<Pick<StoredGallery, 'pictures' | 'bytes'>> {
  const paths = await storedGalleryPaths(cache);
  const before = await readStoredGallery();
  if (before?.pictures === paths.length) return { pictures: paths.length, bytes: before.bytes };
  let bytes = 0;
  for (const path of paths) {
    bytes += Number((await cache.match(path))?.headers.get('Content-Length'));
  }
  return { pictures: paths.length, bytes };
}

async function note(gallery: StoredGallery): Promise<void> {
  // If the device is full, the next run counts what is stored.
  await saveStoredGallery(gallery).catch(() => {});
  await notifyPages({ kind: 'gallery', gallery });
}
