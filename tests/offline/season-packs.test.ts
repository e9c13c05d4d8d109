import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { packPicture } from '#contract/shop/paths.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import { forgetOwnPacks } from '#offline/catalogue/forget-own-packs.ts';
import { listPack } from '#offline/catalogue/list-pack.ts';
import {
  type PackDesign,
  type PackSource,
  packIdOf,
  packPicturePaths,
  readPackDesigns,
  readSeasonPack,
  readSeasonPacks,
} from '#offline/catalogue/season-pack-store.ts';
import { fakeCaches } from '#tests/support/fake-caches.ts';
import { SeasonPacks } from '../../sw/season-packs.ts';

const foxes: PackSource = { kind: 'listing', call: 'productsSearch', query: { query: 'foxes' } };
const moons: PackSource = { kind: 'listing', call: 'productsSearch', query: { query: 'moons' } };
const bought: PackSource = { kind: 'bought', accountId: 'ada' };

const design = (name: string): PackDesign => ({
  productId: name,
  title: name,
  images: [`/images/${name}/640.webp`],
});
const designs = (...names: string[]) => names.map(design);
const pathOf = (name: string) => packPicture(`/images/${name}/640.webp`);
const picture = () => new Response('picture', { headers: { 'Content-Type': 'image/avif' } });
const stored = async () => packPicturePaths(await caches.open(cacheNames.seasonPacks));

/** A worker whose listings and account the test changes. */
function startWorker(listings: Map<PackSource, readonly PackDesign[] | null>) {
  const state = { account: null as string | null, makeRoom: () => 0 };
  const packs = new SeasonPacks({
    list: async (source) => {
      const id = packIdOf(source);
      const found = [...listings].find(([known]) => packIdOf(known) === id)?.[1];
      if (!found) throw new TypeError('Failed to fetch');
      return found;
    },
    currentAccount: async () => state.account,
    isShopWell: async () => true,
    onChange: async () => {},
    makeRoom: async () => state.makeRoom(),
    now: () => '2026-06-01T10:00:00.000Z',
  });
  return { packs, state };
}

beforeEach(() => {
  vi.stubGlobal('caches', fakeCaches());
  vi.stubGlobal('fetch', async () => picture());
});
afterEach(() => vi.unstubAllGlobals());

test('stores the large pictures of a listing, and says how many and how much', async () => {
  const { packs } = startWorker(new Map([[foxes, designs('a', 'b')]]));
  await packs.keep('“foxes”', foxes).isStored;
  expect(await readSeasonPacks()).toMatchObject([
    { name: '“foxes”', status: 'done', designs: 2, wanted: 2, pictures: 2, bytes: 14 },
  ]);
  expect(await stored()).toEqual([pathOf('a'), pathOf('b')]);
  expect(await readPackDesigns(packIdOf(foxes))).toEqual(designs('a', 'b'));
});

test('fetches only the difference when the listing changed, and deletes what left it', async () => {
  const listings = new Map([[foxes, designs('a', 'b')]]);
  const { packs } = startWorker(listings);
  await packs.keep('foxes', foxes).isStored;
  const asked = vi.fn(async () => picture());
  vi.stubGlobal('fetch', asked);
  listings.set(foxes, designs('b', 'c'));
  await packs.continue(true);
  expect(asked.mock.calls.map(([path]: unknown[]) => path)).toEqual([pathOf('c')]);
  expect(await stored()).toEqual([pathOf('b'), pathOf('c')]);
});

test('continues after the connection was lost, in a worker that has just started', async () => {
  const listings = new Map([[foxes, designs('a', 'b')]]);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await startWorker(listings).packs.keep('foxes', foxes).isStored;
  expect(await readSeasonPack(packIdOf(foxes))).toMatchObject({ status: 'running', pictures: 0 });
  vi.stubGlobal('fetch', async () => picture());
  await startWorker(listings).packs.continue(false);
  expect(await readSeasonPack(packIdOf(foxes))).toMatchObject({ status: 'done', pictures: 2 });
});

test('a listing that can’t be read leaves a complete pack as it is', async () => {
  const listings = new Map<PackSource, readonly PackDesign[] | null>([[foxes, designs('a')]]);
  const { packs } = startWorker(listings);
  await packs.keep('foxes', foxes).isStored;
  listings.set(foxes, null);
  await packs.continue(true);
  expect(await readSeasonPack(packIdOf(foxes))).toMatchObject({ status: 'done', pictures: 1 });
  expect(await stored()).toEqual([pathOf('a')]);
});

test('removing a pack leaves the pictures of others', async () => {
  const listings = new Map([
    [foxes, designs('a', 'b')],
    [moons, designs('b', 'c')],
  ]);
  const { packs } = startWorker(listings);
  await packs.keep('foxes', foxes).isStored;
  await packs.keep('moons', moons).isStored;
  await packs.remove(packIdOf(foxes));
  expect(await stored()).toEqual([pathOf('b'), pathOf('c')]);
  expect(await readSeasonPacks()).toMatchObject([{ name: 'moons' }]);
});

test('cancelling stops the pictures under way and leaves none', async () => {
  const { packs } = startWorker(new Map([[foxes, designs('a', 'b', 'c', 'd', 'e', 'f')]]));
  const { promise: coming, resolve: come } = Promise.withResolvers<void>();
  const asked = vi.fn(() => coming.then(picture));
  vi.stubGlobal('fetch', asked);
  const { isStored } = packs.keep('foxes', foxes);
  await expect.poll(() => asked).toHaveBeenCalledTimes(4);
  const removed = packs.remove(packIdOf(foxes));
  await expect.poll(() => readSeasonPacks()).toEqual([]);
  come();
  await Promise.all([isStored, removed]);
  expect(asked).toHaveBeenCalledTimes(4);
  expect(await readSeasonPacks()).toEqual([]);
  expect(await stored()).toEqual([]);
});

/** A cache that has room for so many pictures. */
function limitPictures(room: () => number): void {
  const { open, match } = caches;
  let pictures = 0;
  vi.stubGlobal('caches', {
    match: match.bind(caches),
    open: async (name: string) => {
      const cache = await open(name);
      return {
        ...cache,
        put: async (path: string, response: Response) => {
          if (path.startsWith('/images/')) {
            if (pictures >= room()) throw new DOMException('No room', 'QuotaExceededError');
            pictures += 1;
          }
          return cache.put(path, response);
        },
      };
    },
  });
}

test('counts only what is stored on a full device, and says that it is full', async () => {
  limitPictures(() => 1);
  const { packs } = startWorker(new Map([[foxes, designs('a', 'b')]]));
  await packs.keep('foxes', foxes).isStored;
  expect(await readSeasonPack(packIdOf(foxes))).toMatchObject({
    status: 'full',
    wanted: 2,
    pictures: 1,
    bytes: 7,
  });
});

test('deletes pictures that were only looked at before it calls the device full', async () => {
  const { packs, state } = startWorker(new Map([[foxes, designs('a', 'b')]]));
  let room = 1;
  state.makeRoom = () => {
    room = 2;
    return 40;
  };
  limitPictures(() => room);
  await packs.keep('foxes', foxes).isStored;
  expect(await readSeasonPack(packIdOf(foxes))).toMatchObject({ status: 'done', pictures: 2 });
});

test('says at once if the device can’t note that a pack is wanted', async () => {
  vi.stubGlobal('caches', {
    match: async () => undefined,
    open: async () => Promise.reject(new DOMException('No room', 'QuotaExceededError')),
  });
  const { packs } = startWorker(new Map([[foxes, designs('a')]]));
  expect(await packs.keep('foxes', foxes).isNoted).toBe(false);
});

test('an account’s packs leave the device with it, and listings stay', async () => {
  const listings = new Map<PackSource, readonly PackDesign[]>([
    [foxes, designs('a')],
    [bought, designs('b')],
  ]);
  const { packs, state } = startWorker(listings);
  state.account = 'ada';
  await packs.keep('foxes', foxes).isStored;
  await packs.keep('My designs', bought).isStored;
  await forgetOwnPacks();
  expect(await readSeasonPacks()).toMatchObject([{ name: 'foxes' }]);
  expect(await stored()).toEqual([pathOf('a')]);
});

test('deletes the packs of an account once another one is signed in', async () => {
  const { packs, state } = startWorker(new Map([[bought, designs('b')]]));
  state.account = 'ada';
  await packs.keep('My designs', bought).isStored;
  state.account = 'ben';
  await packs.continue(true);
  expect(await readSeasonPacks()).toEqual([]);
  expect(await stored()).toEqual([]);
});

test('gives the visitor’s wishlist pack to the account that signs in', async () => {
  const visitors: PackSource = { kind: 'wishlist', accountId: null };
  const adas: PackSource = { kind: 'wishlist', accountId: 'ada' };
  const listings = new Map([
    [visitors, designs('a')],
    [adas, designs('a', 'b')],
  ]);
  const { packs, state } = startWorker(listings);
  await packs.keep('My wishlist', visitors).isStored;
  state.account = 'ada';
  await packs.continue(true);
  expect(await readSeasonPacks()).toMatchObject([{ id: packIdOf(adas), pictures: 2 }]);
});

test('lists a collection in its order, as the shop has it now', async () => {
  const answers = {
    collections: {
      collections: [{ slug: 'forest', formerSlugs: ['wood'], productIds: ['b', 'a'] }],
    },
    productsChosen: {
      products: ['b', 'a'].map((id) => ({ _id: id, title: id, images: [{ url: `/${id}` }] })),
    },
  };
  const asked: object[] = [];
  const parts = {
    answer: async (call: AskedCatalogueCall) => {
      asked.push(call);
      return answers[call.name as keyof typeof answers];
    },
    currentAccount: async () => null,
    withStore: () => Promise.reject(new Error('A collection needs no rows')),
  };
  const listed = [
    { productId: 'b', title: 'b', images: ['/b'] },
    { productId: 'a', title: 'a', images: ['/a'] },
  ];
  expect(await listPack({ kind: 'collection', slug: 'forest' }, parts)).toEqual(listed);
  expect(await listPack({ kind: 'collection', slug: 'wood' }, parts)).toEqual(listed);
  expect(asked[1]).toMatchObject({ query: { ids: 'b,a' } });
  await expect(listPack({ kind: 'collection', slug: 'gone' }, parts)).rejects.toThrow('no longer');
});
