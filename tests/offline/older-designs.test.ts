import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SnapshotKey } from '#contract/catalogue/listing.ts';
import { createReplica } from '#contract/catalogue/replica.ts';
import { limits } from '#contract/wire/limits.ts';
import {
  type CatalogueStore,
  openCatalogueStore,
  type ReplicaState,
} from '#offline/catalogue/catalogue-store.ts';
import { listPack } from '#offline/catalogue/list-pack.ts';
import { takeOlder } from '#offline/catalogue/older-designs.ts';
import { SilentDatabaseError } from '#offline/stores/database-timeout.ts';
import { benchProductId, fillDatabase } from '#tests/bench/filled-database.ts';
import { call, openCatalogueDevice } from './catalogue-device.ts';

/** What follows the snapshot takes two answers and a half. */
const published = limits.snapshotSize + Math.floor(limits.olderSize * 2.5);

const everywhere = [
  '/api/products',
  '/api/products/filter?sort=newest&page=90&limit=28',
  '/api/products/filter?sort=price-low-high&page=2&limit=28',
  '/api/products/search?query=fox&page=1&limit=28',
  '/api/products/filter-options',
];
const last = call('/api/products/filter?sort=newest&page=116&limit=28');

const never = new AbortController().signal;

const silent = () => Promise.reject(new SilentDatabaseError());

/** Whether these changes are designs that follow the oldest one. */
function isOlder(...[before, , , after]: Parameters<CatalogueStore['applyChanges']>): boolean {
  return before.oldest?._id !== after.oldest?._id;
}

const state = {
  cursor: '5',
  totalPages: 1,
  synonyms: [],
  isWhole: false,
  checkedAt: '',
  oldest: { publishedAt: '2026-01-01T00:00:00.000Z', _id: 'a' },
};

async function openLargeShop(designs = published) {
  const device = await openCatalogueDevice(0);
  await fillDatabase(device.services.database, designs);
  await device.services.catalogue.refresh();
  await device.edge.storeForOffline();
  const change = async (id: string, values: { title?: string; status?: 'retired' }) => {
    await device.services.database.write((tx) =>
      tx.updateTable('products').set(values).where('id', '=', id).execute(),
    );
    await device.services.database.write((tx) =>
      tx
        .insertInto('catalogueChanges')
        .values({ productId: id, changedAt: new Date().toISOString() })
        .execute(),
    );
    await device.services.catalogue.refresh();
  };
  return { ...device, change };
}

type LargeShop = Awaited<ReturnType<typeof openLargeShop>>;

/** A device without the shop, in a new worker, answers like the shop. */
async function expectWhole({ restart, setNetwork, online }: LargeShop): Promise<void> {
  setNetwork('down');
  const later = restart();
  for (const path of everywhere) {
    expect((await later.answer(call(path))).answer, path).toEqual(await online(path));
  }
  setNetwork('up');
}

test('tells the pages when one answer had all that was missing', async () => {
  const shop = await openLargeShop(limits.snapshotSize + 1);
  await shop.edge.storeOlder(never);
  expect(shop.news).toContainEqual({ kind: 'changed' });
  await expectWhole(shop);
});

test('takes over a change of an old design only once it has it', async () => {
  const shop = await openLargeShop();
  const { edge, change, clock, online, restart, setNetwork } = shop;
  const { products } = (await online('/api/products')) as { products: { _id: string }[] };
  const isIn = new Set(products.map(({ _id }) => _id));
  const places = Array.from({ length: published }, (_, place) => benchProductId(place));
  await change(places.find((id) => !isIn.has(id)) ?? '', { title: 'Changed' });
  clock.move(60_000);
  await edge.follow();
  setNetwork('down');
  const { answer } = await restart().answer(last);
  expect(answer).toMatchObject({ among: { stored: limits.snapshotSize, published } });
  setNetwork('up');
  await edge.storeOlder(never);
  await expectWhole(shop);
});

describe('a device of a shop with more designs than a snapshot has', () => {
  let shop: LargeShop;

  beforeEach(async () => {
    shop = await openLargeShop();
  });

  test('fetches the older ones, and then answers every listing as the shop would', async () => {
    const { edge, asked, news } = shop;
    asked.length = 0;
    await edge.storeOlder(never);
    expect(asked.filter((path) => path.startsWith('/api/products/older'))).toHaveLength(3);
    expect(news).toContainEqual({ kind: 'changed' });
    await expectWhole(shop);
    await edge.storeOlder(never);
    expect(asked.filter((path) => path.startsWith('/api/products/older'))).toHaveLength(3);
  });

  test('keeps them while its database is too busy to be read at once', async () => {
    const { edge, restart, idb } = shop;
    await edge.storeOlder(never);
    const readState = () => Promise.reject(new SilentDatabaseError());
    const busy = restart({ ...openCatalogueStore(idb), readState });
    await busy.follow();
    await busy.answer(call('/api/products'));
    expect((await busy.allPictures())?.pictures).toHaveLength(limits.snapshotSize);
    await expectWhole(shop);
  });

  test.each([
    ['does not answer at all', new SilentDatabaseError()],
    ['was closed for want of space', new DOMException('Internal error', 'UnknownError')],
  ])('keeps them while its database %s', async (_, error) => {
    const { edge, restart, idb } = shop;
    await edge.storeOlder(never);
    const fail = () => Promise.reject(error);
    const broken = restart({ ...openCatalogueStore(idb), readState: fail, awaitState: fail });
    await expect(broken.follow()).rejects.toBe(error);
    await broken.answer(call('/api/products'));
    expect((await broken.allPictures())?.pictures).toHaveLength(limits.snapshotSize);
    await expectWhole(shop);
  });

  test('ends for another version that waits to take over', async () => {
    const { edge, asked } = shop;
    asked.length = 0;
    await edge.storeOlder(AbortSignal.abort());
    expect(asked).toEqual([]);
  });

  test('says of how many designs a page was chosen until it has them all, and continues in a new worker', async () => {
    const { edge, restart, services, setNetwork, clock, asked } = shop;
    const answers = services.catalogue.answer;
    services.catalogue.answer = (name, input) => {
      if (name === 'productsOlder') setNetwork('down');
      return answers(name, input);
    };
    await edge.storeOlder(never);
    services.catalogue.answer = answers;
    setNetwork('up');
    asked.length = 0;
    // Not at once.
    await edge.storeOlder(never);
    expect(asked).toEqual([]);
    setNetwork('down');
    const later = restart();
    const among = { stored: limits.snapshotSize + limits.olderSize, published };
    await expect
      .poll(() => later.answer(last).then(({ answer }) => answer))
      .toMatchObject({ among });
    expect((await later.answer(call('/api/products'))).answer).toMatchObject({ total: published });

    setNetwork('up');
    clock.move(60_000);
    await later.follow();
    await later.storeOlder(never);
    expect((await later.answer(last)).answer).not.toHaveProperty('among');
    await expectWhole(shop);
  });

  test('continues in the same worker some minutes after the shop did not answer', async () => {
    const { edge, setNetwork, clock, asked } = shop;
    setNetwork('broken');
    await edge.storeOlder(never);
    setNetwork('up');
    asked.length = 0;
    clock.move(2 * 60_000);
    await edge.storeOlder(never);
    expect(asked).toEqual([]);
    clock.move(60_000);
    await edge.storeOlder(never);
    await expectWhole(shop);
  });

  test.each([
    ['took long to store some', (store: () => Promise<unknown>) => store().then(silent), 3],
    ['never stored some, and said nothing', silent, 1],
    [
      'was closed while it stored some',
      () => Promise.reject(new DOMException('', 'AbortError')),
      1,
    ],
  ])('continues in the same worker after its database %s', async (_, answer, first) => {
    const { idb, restart, clock, change, online, asked } = shop;
    const snapshot = (await online('/api/products')) as { products: SnapshotKey[] };
    const { publishedAt = '', _id = '' } = snapshot.products.at(-1) ?? {};
    const older = (await online(
      `/api/products/older?publishedAt=${publishedAt}&id=${_id}`,
    )) as typeof snapshot;
    const store = openCatalogueStore(idb);
    let isSlow = true;
    const edge = restart({
      ...store,
      applyChanges(...changes) {
        if (!isSlow || !isOlder(...changes)) return store.applyChanges(...changes);
        isSlow = false;
        return answer(() => store.applyChanges(...changes));
      },
    });
    asked.length = 0;
    await edge.storeOlder(never);
    await edge.storeOlder(never);
    expect(asked).toHaveLength(first);
    await change(older.products[0]?._id ?? '', { title: 'Changed meanwhile' });
    await change(older.products[1]?._id ?? '', { status: 'retired' });
    clock.move(3 * 60_000);
    await edge.follow();
    await edge.storeOlder(never);
    await expectWhole(shop);
    expect(await store.countProducts()).toBe(published - 1);
  });

  test('follows changes of designs that it has, lacks, or was about to fetch', async () => {
    const { app, change, clock, edge } = shop;
    const order = ((await shop.online('/api/products')) as { products: { _id: string }[] })
      .products;
    const oldest = order.at(-1)?._id ?? '';
    const places = Array.from({ length: published }, (_, place) => benchProductId(place));
    const older = places.filter((id) => !order.some(({ _id }) => _id === id));
    const [first = '', second = ''] = older;
    await change(first, { title: 'Changed before it was fetched' });
    clock.move(60_000);
    await edge.follow();
    const request = app.request.bind(app);
    let isChanged = false;
    app.request = async (...given) => {
      const answer = await request(...given);
      const isOlder = new URL((given[0] as Request).url).pathname === '/api/products/older';
      if (!isOlder || isChanged) return answer;
      isChanged = true;
      // The answer on its way doesn't have these changes.
      await change(first, { title: 'Changed on its way' });
      await change(second, { status: 'retired' });
      await change(oldest, { status: 'retired' });
      clock.move(60_000);
      await edge.follow();
      return answer;
    };
    await edge.storeOlder(never);
    app.request = request;
    await edge.storeOlder(never);
    await expectWhole(shop);
    const { answer } = await edge.answer(call(`/api/products/${first}`));
    expect(answer).toMatchObject({ product: { title: 'Changed on its way' } });
  });

  test('fetches the next page of a listing ahead of the buyer while it stores a part', async () => {
    const { edge, restart, setNetwork, online, saveData } = shop;
    const page = (number: number) => `/api/products/filter?sort=a-z&page=${number}&limit=28`;
    const look = async (number: number) => {
      const asked = call(page(number));
      const { answer, refreshed } = await edge.answer(asked);
      await refreshed;
      await edge.askAhead(asked, answer);
    };
    // The second page is answered from the device by then.
    for (const number of [1, 2]) await look(number);
    saveData();
    await look(7);
    setNetwork('down');
    const later = restart();
    for (const number of [2, 3]) {
      expect((await later.answer(call(page(number)))).answer).toEqual(await online(page(number)));
    }
    expect((await later.answer(call(page(8)))).answer).toHaveProperty('among');
  });

  test('keeps what changed while an answer was being stored', async () => {
    const { idb, restart, clock, change, online } = shop;
    const snapshot = (await online('/api/products')) as { products: { _id: string }[] };
    const isIn = new Set(snapshot.products.map(({ _id }) => _id));
    const places = Array.from({ length: published }, (_, place) => benchProductId(place));
    const id = places.find((each) => !isIn.has(each)) ?? '';
    const store = openCatalogueStore(idb);
    let isChanged = false;
    let following: Promise<void> | null = null;
    const edge = restart({
      ...store,
      async applyChanges(...changes) {
        const applied = await store.applyChanges(...changes);
        if (isChanged || !isOlder(...changes)) return applied;
        isChanged = true;
        await change(id, { title: 'Changed meanwhile' });
        clock.move(60_000);
        following = edge.follow();
        return applied;
      },
    });
    await edge.storeOlder(never);
    await following;
    await edge.storeOlder(never);
    const { answer } = await edge.answer(call(`/api/products/${id}`));
    expect(answer).toMatchObject({ product: { title: 'Changed meanwhile' } });
    await expectWhole(shop);
  });

  test('continues after an answer that came while it stored that nothing had changed', async () => {
    const { app, idb, restart, clock } = shop;
    const store = openCatalogueStore(idb);
    const { promise: storing, resolve: isStoring } = Promise.withResolvers<void>();
    let adding: Promise<unknown> | null = null;
    const edge = restart({
      ...store,
      async applyChanges(...changes) {
        if (isOlder(...changes)) {
          const older = store.applyChanges(...changes);
          adding = older;
          return older;
        }
        isStoring();
        for (let turn = 0; turn < 50 && !adding; turn += 1) await setImmediate();
        await adding;
        return store.applyChanges(...changes);
      },
    });
    const request = app.request.bind(app);
    let following: Promise<void> | null = null;
    app.request = async (...given) => {
      const answer = await request(...given);
      const isOlder = new URL((given[0] as Request).url).pathname === '/api/products/older';
      if (!isOlder || following) return answer;
      clock.move(60_000);
      following = edge.follow();
      await storing;
      return answer;
    };
    await edge.storeOlder(never);
    await following;
    app.request = request;
    await expectWhole(shop);
  });

  test('does not use designs that it has no room for, nor asks for them again', async () => {
    const { idb, restart, setNetwork, clock, change, asked } = shop;
    const store = openCatalogueStore(idb);
    const edge = restart({
      ...store,
      applyChanges: (...changes) =>
        isOlder(...changes)
          ? Promise.reject(new DOMException('', 'QuotaExceededError'))
          : store.applyChanges(...changes),
    });
    await edge.storeOlder(never);
    // What is stored next must not count as whole.
    await change(benchProductId(0), { title: 'Changed' });
    clock.move(24 * 60 * 60_000);
    await edge.follow();
    asked.length = 0;
    await edge.storeOlder(never);
    expect(asked).toEqual([]);
    setNetwork('down');
    for (const worker of [edge, restart()]) {
      expect((await worker.answer(last)).answer).toMatchObject({ among: { published } });
    }
  });
});

test('designs are not stored on top of another snapshot, nor packed without those stored meanwhile', async () => {
  const { idb } = await openCatalogueDevice(0);
  const [one, two] = [openCatalogueStore(idb), openCatalogueStore(idb)];
  const later = { ...state, oldest: { ...state.oldest, _id: 'b' } };
  await one.saveSnapshot([], state);
  await one.applyChanges(state, [], [], later);
  await two.savePacked(state, createReplica().pack());
  expect(await two.readPacked(later)).toBe(null);
  await one.savePacked(later, createReplica().pack());
  expect(await two.readPacked(later)).not.toBe(null);
  expect(await two.readPacked(state)).toBe(null);

  await two.saveSnapshot([], state);
  const whole = { ...state, isWhole: true };
  await expect(one.applyChanges(later, [], [], whole)).rejects.toThrow();
  expect(await two.readState()).toMatchObject({ isWhole: false });
});

/** Fetches older designs for a replica of `size`, from a shop that has seen the changes up to `cursor`. */
async function takeFor({
  size = 0,
  cursor = '5',
  awaitState = async (): Promise<ReplicaState | null> => state,
}) {
  const replica = { ...createReplica(), size };
  const asked: unknown[] = [];
  const stored: unknown[] = [];
  const taken = await takeOlder({
    store: {
      awaitState,
      async applyChanges(_before, products) {
        stored.push(products);
        return null;
      },
    },
    loaded: {
      state: async () => state,
      load: async () => ({ replica, state, packed: Promise.resolve() }),
      replace: () => {},
      pack: async () => {},
    },
    inTurn: (work) => work(),
    async askOlder(design) {
      asked.push(design);
      return { products: [], isLast: true, total: 1, cursor };
    },
    nextTurn: async () => {},
  });
  return { taken, asked, stored };
}

test('a device stores no more designs than a phone can read', async () => {
  expect(await takeFor({ size: limits.deviceSize })).toMatchObject({
    taken: 'complete',
    asked: [],
  });
  expect(await takeFor({ size: limits.deviceSize - 1 })).toMatchObject({ taken: 'last' });
});

test('a device that cannot store designs now, or stores other ones, does not ask the shop for any', async () => {
  const other = { ...state, oldest: { ...state.oldest, _id: 'b' } };
  for (const awaitState of [silent, async () => null, async () => other]) {
    expect(await takeFor({ awaitState })).toMatchObject({ taken: 'unstored', asked: [] });
  }
});

test('an answer of a shop process that has not seen all changes is not used', async () => {
  expect(await takeFor({ cursor: '4' })).toMatchObject({ taken: 'outdated', stored: [] });
});

test('a season pack is not made from the part of a listing that a device has', async () => {
  const { edge, setNetwork } = await openLargeShop();
  setNetwork('down');
  const query = { sort: 'a-z' };
  const source = { kind: 'listing', call: 'productsFilter', query } as const;
  const listing = listPack(source, {
    answer: async (asked) => (await edge.answer(asked)).answer,
    currentAccount: async () => null,
    withStore: () => Promise.reject(new Error('not needed')),
  });
  await expect(listing).rejects.toThrow('only a part');
});
