import { beforeEach, describe, expect, test } from 'vitest';
import { createReplica } from '#contract/catalogue/replica.ts';
import { limits } from '#contract/wire/limits.ts';
import { openCatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { takeOlder } from '#offline/catalogue/older-designs.ts';
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

async function openLargeShop() {
  const device = await openCatalogueDevice(0);
  await fillDatabase(device.services.database, published);
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

describe('a device of a shop with more designs than a snapshot has', () => {
  let shop: LargeShop;

  beforeEach(async () => {
    shop = await openLargeShop();
  });

  test('fetches the older ones, and then answers every listing as the shop would', async () => {
    const { edge, asked, news } = shop;
    asked.length = 0;
    await edge.storeOlder();
    expect(asked.filter((path) => path.startsWith('/api/products/older'))).toHaveLength(3);
    expect(news).toContainEqual({ kind: 'changed' });
    await expectWhole(shop);
    await edge.storeOlder();
    expect(asked.filter((path) => path.startsWith('/api/products/older'))).toHaveLength(3);
  });

  test('says of how many designs a page was chosen until it has them all, and continues in a new worker', async () => {
    const { edge, restart, services, setNetwork, clock } = shop;
    const answers = services.catalogue.answer;
    services.catalogue.answer = (name, input) => {
      if (name === 'productsOlder') setNetwork('down');
      return answers(name, input);
    };
    await expect(edge.storeOlder()).rejects.toMatchObject({ status: 'FETCH_ERROR' });
    services.catalogue.answer = answers;
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
    await later.storeOlder();
    expect((await later.answer(last)).answer).not.toHaveProperty('among');
    await expectWhole(shop);
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
    await edge.storeOlder();
    app.request = request;
    await edge.storeOlder();
    await expectWhole(shop);
    const { answer } = await edge.answer(call(`/api/products/${first}`));
    expect(answer).toMatchObject({ product: { title: 'Changed on its way' } });
  });

  test('fetches the next page of a listing ahead of the buyer while it stores a part', async () => {
    const { edge, restart, setNetwork, online, saveData } = shop;
    const page = (number: number) => `/api/products/filter?sort=a-z&page=${number}&limit=28`;
    await (await edge.answer(call(page(1)))).refreshed;
    saveData();
    await (await edge.answer(call(page(7)))).refreshed;
    setNetwork('down');
    const later = restart();
    expect((await later.answer(call(page(2)))).answer).toEqual(await online(page(2)));
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
    const edge = restart({
      ...store,
      async addOlder(...older) {
        await store.addOlder(...older);
        if (isChanged) return;
        isChanged = true;
        await change(id, { title: 'Changed meanwhile' });
        clock.move(60_000);
        await edge.follow();
      },
    });
    await edge.storeOlder();
    const { answer } = await edge.answer(call(`/api/products/${id}`));
    expect(answer).toMatchObject({ product: { title: 'Changed meanwhile' } });
    await expectWhole(shop);
  });

  test('does not use designs that it could not store', async () => {
    const { idb, restart, setNetwork, clock, change } = shop;
    const store = openCatalogueStore(idb);
    const addOlder = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
    const edge = restart({ ...store, addOlder });
    await edge.storeOlder();
    // What is stored next must not count as whole.
    await change(benchProductId(0), { title: 'Changed' });
    clock.move(60_000);
    await edge.follow();
    setNetwork('down');
    for (const worker of [edge, restart()]) {
      expect((await worker.answer(last)).answer).toMatchObject({ among: { published } });
    }
  });
});

test('designs are not stored on top of another snapshot', async () => {
  const { idb } = await openCatalogueDevice(0);
  const [one, two] = [openCatalogueStore(idb), openCatalogueStore(idb)];
  const state = {
    ...{ cursor: '1', totalPages: 1, synonyms: [], isWhole: false, checkedAt: '' },
    oldest: { publishedAt: '2026-01-01T00:00:00.000Z', _id: 'a' },
  };
  const later = { ...state, oldest: { ...state.oldest, _id: 'b' } };
  await one.saveSnapshot([], state);
  await one.addOlder(state, [], later);
  await two.saveSnapshot([], state);
  await expect(one.addOlder(later, [], { ...state, isWhole: true })).rejects.toThrow();
  expect(await two.readState()).toMatchObject({ isWhole: false });
});

test('a device stores no more designs than a phone can read', async () => {
  const state = {
    ...{ cursor: '1', totalPages: 1, synonyms: [], isWhole: false, checkedAt: '' },
    oldest: { publishedAt: '2026-01-01T00:00:00.000Z', _id: 'a' },
  };
  const replica = { ...createReplica(), size: limits.deviceSize };
  const loaded = {
    load: async () => ({ replica, state, packed: Promise.resolve() }),
    replace: () => {},
    pack: async () => {},
  };
  const asked: unknown[] = [];
  const ask = async (what: unknown) => {
    asked.push(what);
    return {};
  };
  const parts = { store: { addOlder: async () => {} }, loaded, ask, nextTurn: async () => {} };
  expect(await takeOlder(parts)).toBe(false);
  expect(asked).toEqual([]);
});
