import { galleryPicture } from '#contract/shop/paths.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import {
  readStoredGallery,
  type StoredGallery,
  saveStoredGallery,
  storedGalleryPaths,
} from '#offline/catalogue/gallery-store.ts';
import { catalogue, isShopWell, tellPages } from './catalogue.ts';
import { fetchPictures } from './fetch-pictures.ts';

const nothingStored = { wanted: 0, pictures: 0, bytes: 0 };

let running: Promise<void> | null = null;
/** Until the buyer wants them again. */
let isToStop = false;
/** A full device may have no room to note that either. */
let isFull = false;

/** Stores the pictures of all galleries and tells the pages how far it is. Joins a run under way. */
export function storeGallery(): Promise<void> {
  isToStop = false;
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

/** A full disk refuses the cache itself. */
async function noteNoRoom(): Promise<void> {
  isFull = true;
  const before = await readStoredGallery().catch(() => null);
  await note({ ...nothingStored, ...before, status: 'full' });
}

/** As `storeGallery`, where the buyer asked for it before: the rest of what was cut short, and with `withNew` what the catalogue got since. */
export async function continueGallery(withNew: boolean): Promise<void> {
  // A run under way knows the designs of before; a shop that ended it early is not asked at once again.
  const underWay = running;
  await underWay;
  const before = isFull ? null : await readStoredGallery();
  const wasCutShort = before?.status === 'running' || before?.status === 'unread';
  const isOutdated = withNew && before?.status === 'done';
  if (((wasCutShort && !underWay) || isOutdated) && !isToStop) await startRun();
}

/** Stops storing; what is stored stays unless it is to be deleted. */
export async function stopGallery(isToDelete: boolean): Promise<void> {
  isToStop = true;
  await running;
  const before = await readStoredGallery();
  if (isToDelete) {
    await caches.delete(cacheNames.gallery);
    await tellPages({ kind: 'gallery', gallery: null });
  } else if (before?.status === 'running') {
    await note({ ...before, status: 'stopped' });
  }
}

async function run(): Promise<void> {
  const pictures = await catalogue.allPictures();
  if (!pictures) {
    const before = await readStoredGallery();
    // What is whole stays so.
    if (before?.status !== 'done') await note({ ...nothingStored, ...before, status: 'unread' });
    return;
  }
  const wanted = new Set(pictures.map(galleryPicture));
  const cache = await caches.open(cacheNames.gallery);
  let state = { ...(await countStored(cache)), wanted: wanted.size };
  await note({ ...state, status: 'running' });
  const end = await fetchPictures(cache, wanted, isShopWell, async (pictures, bytes) => {
    state = { ...state, pictures: state.pictures + pictures, bytes: state.bytes + bytes };
    await note({ ...state, status: 'running' });
    return !isToStop;
  });
  if (end === 'unanswered') return;
  if (end === 'done') {
    await dropOthers(cache, wanted);
    state = { ...state, ...(await countStored(cache)) };
  }
  isFull = end === 'full';
  await note({ ...state, status: end });
}

/** Designs that left the catalogue take their pictures along. */
async function dropOthers(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  for (const path of await storedGalleryPaths(cache)) {
    if (!wanted.has(path)) await cache.delete(path);
  }
}

/** What is here; the worker may have been ended between a picture and its note. */
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
  // A full device goes on from what is there.
  await saveStoredGallery(gallery).catch(() => {});
  await tellPages({ kind: 'gallery', gallery });
}
