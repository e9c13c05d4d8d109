import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { galleryPicture } from '#contract/shop/paths.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import { readStoredGallery, storedGalleryPaths } from '#offline/catalogue/gallery-store.ts';
import { fakeCaches } from '#tests/support/fake-caches.ts';

const { catalogue, pages } = vi.hoisted(() => ({
  pages: { tell: (_message: unknown) => {} },
  catalogue: {
    pictures: null as readonly string[] | null,
    follow: async () => {},
    storeForOffline: async () => {},
    isWhole: true,
    allPictures: async () =>
      catalogue.pictures && { pictures: catalogue.pictures, isWhole: catalogue.isWhole },
    storeOlder: async () => false,
    newestPictures: async () => catalogue.pictures,
    collectionPictures: async () => [],
  },
}));
vi.mock('../../sw/catalogue.ts', () => ({
  catalogue,
  notifyPages: async (message: unknown) => pages.tell(message),
  isShopWell: async () => true,
}));
vi.mock('#offline/catalogue/pictures-to-store.ts', () => ({ picturesToStore: async () => [] }));

const designs = Array.from({ length: 12 }, (_, place) => `/images/${place}/640.webp`);

const picture = () => new Response('picture', { headers: { 'Content-Type': 'image/webp' } });
const stored = async (name: string) => (await storedGalleryPaths(await caches.open(name))).length;

/** A worker that has just started. */
async function startWorker() {
  vi.resetModules();
  return { ...(await import('../../sw/gallery.ts')), ...(await import('../../sw/pack.ts')) };
}

beforeEach(() => {
  catalogue.pictures = designs;
  catalogue.isWhole = true;
  catalogue.storeOlder = async () => false;
  pages.tell = () => {};
  vi.stubGlobal('caches', fakeCaches());
  vi.stubGlobal('fetch', async () => picture());
});
afterEach(() => vi.unstubAllGlobals());

test('an unreadable catalogue deletes no stored picture', async () => {
  const { storeGallery, fillPictures, trimPack } = await startWorker();
  await storeGallery();
  await fillPictures();
  const before = await readStoredGallery();
  catalogue.pictures = null;
  await storeGallery();
  await fillPictures();
  await trimPack();
  expect(before).toMatchObject({ status: 'done', pictures: 12 });
  expect(await readStoredGallery()).toEqual(before);
  expect(await stored(cacheNames.gallery)).toBe(12);
  expect(await stored(cacheNames.pack)).toBe(12);
});

test('deletes the pictures of a design that left the catalogue', async () => {
  const { storeGallery } = await startWorker();
  await storeGallery();
  catalogue.pictures = designs.slice(1);
  await storeGallery();
  const cache = await caches.open(cacheNames.gallery);
  expect(await storedGalleryPaths(cache)).toEqual(designs.slice(1).map(galleryPicture));
});

test('never counts more pictures than the shop has', async () => {
  const { storeGallery } = await startWorker();
  await storeGallery();
  catalogue.pictures = [...designs.slice(3), '/images/new/640.webp'];
  const counts: unknown[] = [];
  pages.tell = (message) => counts.push(message);
  await storeGallery();
  expect(counts).toMatchObject([
    { gallery: { status: 'running', pictures: 9, wanted: 10 } },
    { gallery: { status: 'running', pictures: 10, wanted: 10 } },
    { gallery: { status: 'done', pictures: 10, wanted: 10 } },
  ]);
});

test('applies changes of the catalogue after the pictures under way', async () => {
  const { storeGallery, continueGallery } = await startWorker();
  const { promise: coming, resolve: come } = Promise.withResolvers<void>();
  const asked = vi.fn(() => coming.then(picture));
  vi.stubGlobal('fetch', asked);
  const storing = storeGallery();
  await expect.poll(() => asked).toHaveBeenCalledTimes(4);
  catalogue.pictures = [...designs.slice(1), '/images/new/640.webp'];
  const going = continueGallery(true);
  come();
  await Promise.all([storing, going]);
  const cache = await caches.open(cacheNames.gallery);
  expect(await storedGalleryPaths(cache)).toEqual(catalogue.pictures.map(galleryPicture));
  expect(await readStoredGallery()).toMatchObject({ status: 'done', pictures: 12 });
});

test('does not ask a shop in trouble again for what waited behind its pictures', async () => {
  const { storeGallery, continueGallery } = await startWorker();
  const { promise: coming, resolve: come } = Promise.withResolvers<void>();
  const asked = vi.fn(() => coming.then(() => new Response('', { status: 503 })));
  vi.stubGlobal('fetch', asked);
  const storing = storeGallery();
  await expect.poll(() => asked).toHaveBeenCalledTimes(4);
  const going = continueGallery(true);
  come();
  await Promise.all([storing, going]);
  expect(asked).toHaveBeenCalledTimes(4);
});

test('a stop holds even if the worker is told to continue before the last pictures arrive', async () => {
  const { storeGallery, continueGallery, stopGallery } = await startWorker();
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  const asked = vi.fn(() => coming.then(picture));
  vi.stubGlobal('fetch', asked);
  const storing = storeGallery();
  await expect.poll(() => asked).toHaveBeenCalledTimes(4);
  const stopping = stopGallery(false);
  const going = continueGallery(false);
  // Continuing has read the gallery's progress by then.
  await new Promise((resolve) => setImmediate(resolve));
  come();
  await Promise.all([storing, stopping, going]);
  expect(asked).toHaveBeenCalledTimes(4);
  expect(await readStoredGallery()).toMatchObject({ status: 'stopped', pictures: 4 });
});

test('continues with pictures on the next poll, unless data is to be saved', async () => {
  const { storeGallery, followShop } = await startWorker();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await storeGallery();
  vi.stubGlobal('fetch', async () => picture());
  await followShop(false);
  expect(await stored(cacheNames.gallery)).toBe(0);
  await followShop(true);
  expect(await stored(cacheNames.gallery)).toBe(12);
});

test('reports a press while the catalogue cannot be read, and completes it later', async () => {
  catalogue.pictures = null;
  const { storeGallery, followShop } = await startWorker();
  await storeGallery();
  expect(await readStoredGallery()).toMatchObject({ status: 'unread', pictures: 0 });
  catalogue.pictures = designs;
  await followShop(true);
  expect(await readStoredGallery()).toMatchObject({ status: 'done', pictures: 12 });
});

test('reports a disk without room for the cache itself as full', async () => {
  const tell = vi.spyOn(pages, 'tell');
  vi.stubGlobal('caches', {
    ...caches,
    match: async () => undefined,
    open: async () => Promise.reject(new DOMException('Unexpected internal error', 'UnknownError')),
  });
  const { storeGallery } = await startWorker();
  await storeGallery();
  expect(tell).toHaveBeenLastCalledWith({
    kind: 'gallery',
    gallery: { status: 'full', wanted: 0, pictures: 0, bytes: 0 },
  });
});

/** Cache Storage that stays as Chromium leaves it when it opens a cache on a full disk: unusable until it is deleted. */
function breakGallery(): void {
  const { match, delete: remove, open } = caches;
  const fail = async () =>
    Promise.reject(new DOMException('Unexpected internal error', 'UnknownError'));
  let isBroken = true;
  const broken = { keys: fail, match: fail, put: fail, delete: fail };
  vi.stubGlobal('caches', {
    open: async (name: string) => (isBroken ? broken : open(name)),
    match: (...asked: Parameters<typeof match>) => (isBroken ? fail() : match(...asked)),
    delete: async (name: string) => {
      isBroken = false;
      return remove(name);
    },
  });
}

test('continues once there is room again, though the full disk broke the cache', async () => {
  breakGallery();
  const { storeGallery } = await startWorker();
  await storeGallery();
  expect(await readStoredGallery()).toMatchObject({ status: 'done', pictures: 12 });
});

test('deletes a cache that a full disk broke', async () => {
  const tell = vi.spyOn(pages, 'tell');
  breakGallery();
  const { stopGallery } = await startWorker();
  await stopGallery(true);
  expect(tell).toHaveBeenLastCalledWith({ kind: 'gallery', gallery: null });
  expect(await readStoredGallery()).toBeNull();
});

test('reports how many pictures the shop could not provide', async () => {
  const broken = designs.slice(3, 8).map(galleryPicture);
  vi.stubGlobal('fetch', async (path: string) =>
    broken.includes(path) ? new Response('', { status: 500 }) : picture(),
  );
  const { storeGallery } = await startWorker();
  await storeGallery();
  expect(await readStoredGallery()).toMatchObject({ status: 'done', pictures: 7, wanted: 12 });
});

test('stores the pictures of older designs of a large shop once these are on the device', async () => {
  const { storeGallery } = await startWorker();
  catalogue.pictures = designs.slice(0, 5);
  catalogue.isWhole = false;
  const more = [designs.slice(0, 9), designs];
  const statuses: unknown[] = [];
  pages.tell = (message) =>
    statuses.push((message as { gallery: { status: string } }).gallery.status);
  catalogue.storeOlder = async () => {
    const next = more.shift();
    if (next) catalogue.pictures = next;
    return next !== undefined;
  };

  await storeGallery();

  expect(await readStoredGallery()).toMatchObject({ status: 'done', pictures: 12, wanted: 12 });
  expect(statuses.filter((status) => status === 'done')).toHaveLength(1);
});

test('keeps the pictures of designs that the device lost and gets again', async () => {
  const { storeGallery } = await startWorker();
  await storeGallery();
  const asked = vi.fn(async () => picture());
  vi.stubGlobal('fetch', asked);
  catalogue.pictures = designs.slice(0, 5);
  catalogue.isWhole = false;
  await storeGallery();
  catalogue.pictures = designs;
  catalogue.isWhole = true;
  await storeGallery();
  expect(asked).not.toHaveBeenCalled();
  expect(await readStoredGallery()).toMatchObject({ status: 'done', pictures: 12, wanted: 12 });
});

test('a stop ends the fetching of older designs, too', async () => {
  const { storeGallery, stopGallery } = await startWorker();
  const started = Promise.withResolvers<AbortSignal>();
  catalogue.storeOlder = (async (signal: AbortSignal) => {
    started.resolve(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return false;
  }) as typeof catalogue.storeOlder;
  const storing = storeGallery();
  await started.promise;
  await stopGallery(true);
  await storing;
  expect(await readStoredGallery()).toBeNull();
});
