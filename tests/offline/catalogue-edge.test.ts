import { Dexie } from 'dexie';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { firstRequests } from '#contract/shop/first-requests.ts';
import type { Product, ProductPage } from '#contract/shop/product.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { limits } from '#contract/wire/limits.ts';
import { openCatalogueStore, type ReplicaState } from '#offline/catalogue/catalogue-store.ts';
import { keyOf } from '#offline/catalogue/shared-answers.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { fillDatabase } from '#tests/bench/filled-database.ts';
import { addCollection } from '#tests/support/add-collection.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, openCatalogueDevice, publish } from './catalogue-device.ts';

/** Generous, because a loaded machine is slow. */
const patience = { timeout: 30_000 };

const everywhere = [
  '/api/products',
  '/api/products/filter?sort=newest&page=2&limit=28',
  '/api/products/filter?color=c8323c&sort=closest-color&page=1&limit=28',
  '/api/products/filter?sort=price-high-low&page=1&limit=28&minPrice=7',
  '/api/products/search?query=fox&page=1&limit=28',
  '/api/products/search?query=fox&sort=relevance&page=2&limit=5',
  '/api/products/search?query=foxxx%20mono&page=1&limit=28',
  '/api/products/suggest?query=mo',
  '/api/products/best-selling?search=moon&page=1&limit=28&sort=a-z',
  '/api/products/new-arrivals',
  '/api/products/filter-options',
  '/api/featured-images',
  '/api/custom-orders/status',
  '/api/licence-texts',
  '/api/shop-settings',
];

describe('a device that has stored the catalogue', () => {
  for (const network of ['down', 'silent', 'portal', 'broken'] as const) {
    test(`answers every listing as the shop would, with a network that is ${network}`, async () => {
      const { edge, restart, setNetwork, online } = await openCatalogueDevice();
      await edge.storeForOffline();
      setNetwork(network);
      const later = restart();
      for (const path of everywhere) {
        const { answer, savedAt } = await later.answer(call(path));
        expect(answer, path).toEqual(await online(path));
        expect(savedAt, path).not.toBeNull();
      }
    });
  }

  test('knows the pictures of its collections without the shop', async () => {
    const { services, edge, restart, setNetwork } = await openCatalogueDevice(1);
    const id = await addProduct(services);
    await addCollection(services, { slug: 'woods', productIds: [id] });
    await services.catalogue.refresh();
    await edge.storeForOffline();
    setNetwork('down');
    const pictures = await restart().collectionPictures();
    expect(pictures.map((url) => url.split('/')[2])).toEqual([id.padEnd(64, '0')]);
  });

  test('answers any filter, sort, search and page as the shop would', async () => {
    const { edge, setNetwork, online } = await openCatalogueDevice();
    await edge.storeForOffline();
    setNetwork('down');
    const query = fc.record({
      sort: fc.constantFrom(
        'relevance',
        'newest',
        'oldest',
        'a-z',
        'z-a',
        'price-low-high',
        'price-high-low',
        'closest-color',
      ),
      page: fc.integer({ min: 1, max: 3 }),
      minPrice: fc.constantFrom('', '5', '9.50'),
      designer: fc.constantFrom('', 'Clementine Fox', 'Nobody'),
      color: fc.constantFrom('', 'c8323c', '3566b0', '2f9e8f'),
      query: fc.constantFrom('', 'fox', 'mon', 'sea fox', 'foxes', 'moom', 'ocean moon 7'),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ query: words, minPrice, designer, color, ...rest }) => {
        const search = new URLSearchParams({ limit: '7' });
        for (const [key, value] of Object.entries(rest)) search.set(key, String(value));
        if (words) {
          search.set('query', words);
          if (rest.sort === 'closest-color') search.delete('sort');
        } else {
          if (rest.sort === 'relevance') search.delete('sort');
          if (minPrice) search.set('minPrice', minPrice);
          if (designer) search.set('designer', designer);
          if (color) search.set('color', color);
        }
        const path = `/api/products/${words ? 'search' : 'filter'}?${search}`;
        expect((await edge.answer(call(path))).answer).toEqual(await online(path));
      }),
      { numRuns: 80 },
    );
  });

  test('searches with the synonyms of the studio, once it has polled the feed', async () => {
    const { services, edge, restart, setNetwork, online } = await openCatalogueDevice(4);
    await edge.storeForOffline();
    const path = '/api/products/search?query=nightlamp&page=1&limit=28';
    const setSynonyms = async (groups: string[][]) => {
      await makeChange(services, async (change) => {
        await writeSetting(change, 'synonyms', groups);
        await recordCatalogueChange(change, null);
      });
      await services.catalogue.refresh();
    };
    expect((await edge.answer(call(path))).answer).toMatchObject({ total: 0 });
    await setSynonyms([['moon', 'nightlamp']]);
    const later = restart();
    await later.follow();
    setNetwork('down');
    for (const device of [later, restart()]) {
      const { answer } = await device.answer(call(path));
      expect(answer).toMatchObject({ total: 2 });
      expect(answer).toEqual(await online(path));
    }
  });

  test('indexes a large catalogue in pieces', async () => {
    const { services, edge, restart, takeTurns, online } = await openCatalogueDevice(0);
    await fillDatabase(services.database, 250);
    await services.catalogue.refresh();
    await services.catalogue.searchable();
    const path = '/api/products/search?query=sleepy&page=1&limit=28';
    await edge.storeForOffline();
    expect(takeTurns()).toBe(2);
    for (const device of [edge, restart()]) {
      expect((await device.answer(call(path))).answer).toEqual(await online(path));
    }
    // They come from the packed replica.
    expect(takeTurns()).toBe(0);
  });

  test('shows every design it has', async () => {
    const { edge, setNetwork, online } = await openCatalogueDevice(5);
    await edge.storeForOffline();
    setNetwork('down');
    const { products } = (await online('/api/products')) as { products: Product[] };
    for (const { _id } of products) {
      const { answer } = await edge.answer(call(`/api/products/${_id}`));
      expect(answer).toEqual(await online(`/api/products/${_id}`));
    }
  });

  const nobodys = `/api/products/${'f'.repeat(24)}`;

  for (const network of ['down', 'silent', 'portal', 'broken'] as const) {
    test(`reports a design missing from the complete replica as not found here, with a network that is ${network}`, async () => {
      const { edge, restart, setNetwork, clock } = await openCatalogueDevice(3);
      await edge.storeForOffline();
      setNetwork(network);
      const answering = restart().answer(call(nobodys));
      // A silent network is given the time that a new design may take.
      if (network === 'silent') {
        const settled = vi.fn();
        answering.catch(settled);
        await vi.waitFor(() => {
          clock.move(500);
          expect(settled).toHaveBeenCalled();
        }, patience);
      }
      await expect(answering).rejects.toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        savedAt: expect.any(String),
      });
    });
  }

  test('does not report a design missing from a partial replica as not found', async () => {
    const { edge, setNetwork, services } = await openCatalogueDevice(0);
    await fillDatabase(services.database, limits.snapshotSize + 1);
    await services.catalogue.refresh();
    await edge.storeForOffline();
    setNetwork('down');
    await expect(edge.answer(call(nobodys))).rejects.toMatchObject({ status: 'FETCH_ERROR' });
  });

  test('shows a design newer than the replica, once the shop sends it', async () => {
    const { edge, services, hold, news, clock } = await openCatalogueDevice(3);
    await edge.storeForOffline();
    const id = await publish(services, 'Brand new');
    const asked = call(`/api/products/${id}`);
    const release = hold();
    const answering = edge.answer(asked);
    const settled = vi.fn();
    answering.catch(settled);
    await vi.waitFor(() => {
      clock.move(500);
      expect(settled).toHaveBeenCalled();
    }, patience);
    release();
    await expect.poll(() => news).toContainEqual(expect.objectContaining({ kind: 'fresh', asked }));
    expect((await edge.answer(asked)).answer).toMatchObject({ product: { title: 'Brand new' } });
  });

  test('tells the pages that a stored answer is still current', async () => {
    const { edge, news } = await openCatalogueDevice(3);
    await edge.storeForOffline();
    const asked = call('/api/products');
    const { refreshed } = await edge.answer(asked);
    await refreshed;
    expect(news).toContainEqual({ kind: 'fresh', asked, answer: null });
  });

  test('sends the pages a newer answer when a design was published meanwhile', async () => {
    const { edge, news, services, clock, online } = await openCatalogueDevice(3);
    await edge.storeForOffline();
    clock.move(60_000);
    await publish(services, 'Brand new');
    const asked = call('/api/products/new-arrivals');
    const { answer, refreshed } = await edge.answer(asked);
    expect(JSON.stringify(answer)).not.toContain('Brand new');
    await refreshed;
    expect(news).toContainEqual({ kind: 'changed' });
    const answered = await online('/api/products/new-arrivals');
    expect(news).toContainEqual({ kind: 'fresh', asked, answer: answered });
  });

  test('applies added and removed designs from the change feed', async () => {
    const { edge, services, clock, asked, setNetwork, restart, online } =
      await openCatalogueDevice(4);
    await edge.storeForOffline();
    const { products } = (await online('/api/products')) as { products: Product[] };
    const gone = products[0]?._id ?? '';
    await services.database.write(async (tx) => {
      await tx.updateTable('products').set({ status: 'retired' }).where('id', '=', gone).execute();
    });
    await publish(services, 'Brand new');
    clock.move(60_000);
    asked.length = 0;
    await edge.follow();
    expect(asked.map((path) => path.split('?')[0])).toEqual(['/api/products/changes']);
    setNetwork('down');
    const { answer } = await restart().answer(call('/api/products'));
    expect(answer).toEqual(await online('/api/products'));
  });

  test('downloads the whole catalogue again after the shop was restored from a backup', async () => {
    const { edge, clock, online, setNetwork, app } = await openCatalogueDevice(4);
    await edge.storeForOffline();
    const other = await openCatalogueDevice(2);
    clock.move(60_000);
    // The same URL with another history: the old cursor is in the new history's future.
    app.request = other.app.request;
    await edge.follow();
    setNetwork('down');
    expect((await edge.answer(call('/api/products'))).answer).toEqual(
      await online('/api/products'),
    );
  });

  test('never treats a partial replica as complete after the device was full', async () => {
    const { idb, restart, setNetwork, clock, services, online } = await openCatalogueDevice(4);
    let isFull = true;
    const store = openCatalogueStore(idb);
    const full = {
      ...store,
      saveSnapshot: async (...snapshot: Parameters<typeof store.saveSnapshot>) => {
        if (isFull) throw new Error('QuotaExceededError');
        await store.saveSnapshot(...snapshot);
      },
    };
    const edge = restart(full);
    await edge.storeForOffline();
    isFull = false;
    clock.move(60_000);
    await publish(services, 'Brand new');
    await edge.follow();

    setNetwork('down');
    const { answer } = await restart().answer(call('/api/products'));
    expect(answer).toEqual(await online('/api/products'));
  });

  test('writes the whole catalogue again after the browser deleted it', async () => {
    const { edge, restart, services, idb, clock, online, setNetwork } =
      await openCatalogueDevice(4);
    await edge.storeForOffline();
    await new Dexie('pinwheel-catalogue', idb).delete();
    await publish(services, 'Owl');
    clock.move(3_000);
    await edge.follow();
    setNetwork('down');
    const { answer } = await restart().answer(call('/api/products'));
    expect(answer).toEqual(await online('/api/products'));
  });

  test('saves again what the browser deleted right after a poll', async () => {
    const { edge, restart, idb, online, setNetwork } = await openCatalogueDevice(4);
    await edge.storeForOffline();
    await edge.follow();
    await new Dexie('pinwheel-catalogue', idb).delete();
    await edge.storeForOffline();
    setNetwork('down');
    const { answer } = await restart().answer(call('/api/products'));
    expect(answer).toEqual(await online('/api/products'));
  });

  test('saves an answer requested while an offline poll is still under way', async () => {
    const { edge, restart, hold, asked, setNetwork, online } = await openCatalogueDevice(4);
    const releaseLook = hold();
    setNetwork('down');
    const looking = edge.follow();
    await expect.poll(() => asked).toHaveLength(1);
    const releaseRest = hold();
    const keeping = edge.storeForOffline();
    releaseLook();
    await expect(looking).rejects.toThrow();
    setNetwork('up');
    releaseRest();
    await keeping;
    setNetwork('down');
    const { answer } = await restart().answer(call('/api/products'));
    expect(answer).toEqual(await online('/api/products'));
  });

  test('gives a document its stored first answers, reads them once and sends no request', async () => {
    const { edge, idb, restart, asked, online } = await openCatalogueDevice(30);
    await edge.storeForOffline();
    const store = openCatalogueStore(idb);
    let reads = 0;
    const later = restart({
      ...store,
      readPacked: (cursor) => {
        reads++;
        return store.readPacked(cursor);
      },
    });
    asked.length = 0;
    const firsts = firstRequests('shop', {}, 'sort=price-low-high');
    const carried = await Promise.all(firsts.map(later.carry));
    const paths = ['/api/shop-settings', '/api/products/filter-options'].concat(
      '/api/products/filter?sort=price-low-high&page=1&limit=28',
    );
    expect(carried.map((answer) => JSON.parse(answer?.json ?? ''))).toEqual(
      await Promise.all(paths.map(online)),
    );
    expect(carried.map((answer) => answer?.savedAt ?? null)).not.toContain(null);
    await later.answer(call('/api/products'));
    expect(reads).toBe(1);
    expect(asked).toEqual([]);
  });

  test('starts the shop from the first answers stored with the replica, without reading the replica', async () => {
    const { edge, services, idb, restart, setNetwork, online } = await openCatalogueDevice(30);
    await edge.storeForOffline();
    const store = openCatalogueStore(idb);
    let reads = 0;
    const counted = {
      ...store,
      readPacked: (state: ReplicaState) => {
        reads++;
        return store.readPacked(state);
      },
    };
    const listing = firstRequests('shop', {}, '').slice(2);
    const start = async () => {
      const [carried] = await Promise.all(listing.map(restart(counted).carry));
      return JSON.parse(carried?.json ?? '') as object;
    };
    const path = '/api/products/filter?sort=newest&page=1&limit=28';
    expect(await start()).toEqual(await online(path));
    expect(reads).toBe(0);

    // Another worker's poll updates the replica, so answers stored with the older one no longer count.
    await publish(services, 'A newer one');
    await restart().follow();
    setNetwork('down');
    expect(await start()).toEqual(await online(path));
    expect(reads).toBe(0);
    const state = (await store.readState()) as ReplicaState;
    await store.applyChanges(state, [], ['none'], { ...state, cursor: 'later' });
    expect(await start()).toEqual(await online(path));
    expect(reads).toBe(1);
  });

  test('starts a document without an answer that was not stored', async () => {
    const { edge } = await openCatalogueDevice(3);
    const carried = await Promise.all(firstRequests('shop', {}, '').map(edge.carry));
    expect(carried).toEqual([null, null, null]);
  });

  test('starts a document without answers that cannot be read', async () => {
    const { edge, idb, restart } = await openCatalogueDevice(3);
    await edge.storeForOffline();
    const store = openCatalogueStore(idb);
    const broken = restart({
      ...store,
      readPacked: async () => null,
      readProducts: async () => [{}] as Product[],
      readAnswer: async () => {
        throw new Error('The database is gone');
      },
    });
    const carried = await Promise.all(firstRequests('shop', {}, '').map(broken.carry));
    expect(carried).toEqual([null, null, null]);
  });

  test('sends one request for a hundred simultaneous calls', async () => {
    const { edge, asked, clock } = await openCatalogueDevice(3);
    await edge.storeForOffline();
    clock.move(60_000);
    asked.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => edge.answer(call('/api/products'))),
    );
    await Promise.all(answers.map(({ refreshed }) => refreshed));
    expect(asked).toHaveLength(1);
  });
});

describe('a device that has stored nothing', () => {
  test("passes on the shop's answer and has it offline the next time", async () => {
    const { edge, setNetwork, restart, online } = await openCatalogueDevice(3);
    const path = '/api/products/search?query=moon&page=1&limit=28';
    expect(await edge.answer(call(path))).toMatchObject({
      answer: await online(path),
      savedAt: null,
    });
    setNetwork('down');
    const kept = await restart().answer(call(path));
    expect(kept.answer).toEqual(await online(path));
    expect(kept.savedAt).not.toBeNull();
  });

  test('reports that there is no answer when there is none', async () => {
    const { edge, setNetwork } = await openCatalogueDevice(1);
    setNetwork('down');
    await expect(edge.answer(call('/api/products'))).rejects.toMatchObject({
      status: 'FETCH_ERROR',
    });
  });

  test('does not store the page of a captive portal', async () => {
    const { edge, setNetwork, online } = await openCatalogueDevice(1);
    setNetwork('portal');
    await expect(edge.answer(call('/api/shop-settings'))).rejects.toBeInstanceOf(ApiError);
    setNetwork('up');
    const { answer, savedAt } = await edge.answer(call('/api/shop-settings'));
    expect([answer, savedAt]).toEqual([await online('/api/shop-settings'), null]);
  });

  describe('after an update that stores another shape', () => {
    /** A device that stored everything in an older shape, and now starts without the shop. */
    async function updated(change: (stored: Dexie) => Promise<unknown> = async () => {}) {
      const { edge, idb, restart, setNetwork } = await openCatalogueDevice(3);
      await edge.storeForOffline();
      const old = await new Dexie('pinwheel-catalogue', idb).open();
      await old.table('states').update('replica', { shape: 0 });
      await old.table('answers').toCollection().modify({ shape: 0 });
      await change(old);
      old.close();
      setNetwork('down');
      return restart();
    }

    test('uses what still fits', async () => {
      const edge = await updated();
      await expect(edge.answer(call('/api/products'))).resolves.toMatchObject({
        answer: { products: [{}, {}, {}] },
      });
      await expect(edge.answer(call('/api/shop-settings'))).resolves.toMatchObject({
        answer: { name: 'Pinwheel' },
      });
    });

    test('uses settings and orders of a server without texts', async () => {
      const edge = await updated(async (stored) => {
        await stored
          .table('answers')
          .toCollection()
          .modify(({ answer }) => {
            for (const name of ['texts', 'licenceItems', 'customs', 'reminder']) {
              delete answer[name];
            }
          });
      });
      const { answer } = await edge.answer(call('/api/shop-settings'));
      expect(answer).toMatchObject({ name: 'Pinwheel' });
      expect(answer).not.toHaveProperty('texts');
      const [settings] = firstRequests('home', {}, '');
      expect(settings && (await edge.carry(settings))?.json).toContain('"name":"Pinwheel"');
    });

    test('ignores what does not fit', async () => {
      const edge = await updated(async (stored) => {
        await stored.table('products').toCollection().modify({ title: 7 });
        await stored
          .table('answers')
          .toCollection()
          .modify({ answer: { name: 7 } });
      });
      for (const path of ['/api/products', '/api/shop-settings']) {
        await expect(edge.answer(call(path))).rejects.toMatchObject({ status: 'FETCH_ERROR' });
      }
    });
  });

  test('passes on that a design does not exist', async () => {
    const { edge } = await openCatalogueDevice(1);
    const asking = edge.answer(call(`/api/products/${'f'.repeat(24)}`));
    await expect(asking).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('a device with a partial replica', () => {
  const path = '/api/products/filter?sort=newest&page=1&limit=28';

  /** As with more designs than a snapshot holds: two were added since, which the device doesn't know. */
  async function setUpPart() {
    const parts = await openCatalogueDevice(6);
    await parts.edge.storeForOffline();
    const store = openCatalogueStore(parts.idb);
    const state = await store.readState();
    if (!state) throw new Error('Nothing was kept');
    await store.saveSnapshot(await store.readProducts(), { ...state, isWhole: false });
    store.close();
    await publish(parts.services, 'Beyond the snapshot');
    return { ...parts, edge: parts.restart() };
  }

  test('gives a document only answers that came from the shop', async () => {
    const { edge } = await setUpPart();
    const firsts = firstRequests('shop', {}, '');
    const carried = await Promise.all(firsts.map(edge.carry));
    expect(carried.map((answer) => answer?.first.name)).toEqual([
      'shopSettings',
      undefined,
      undefined,
    ]);
    await edge.answer(call(path));
    const listing = await Promise.all(firsts.slice(2).map(edge.carry));
    expect(JSON.parse(listing[0]?.json ?? '').products).toHaveLength(7);
  });

  test('does not store suggestions, of which there is one for each letter typed', async () => {
    const { edge, setNetwork, online } = await setUpPart();
    const typed = '/api/products/suggest?query=beyo';
    const { answer } = await edge.answer(call(typed));
    expect(answer).toEqual(await online(typed));
    expect(answer).toMatchObject({ words: [{ text: 'beyond', count: 1 }] });
    setNetwork('down');
    expect((await edge.answer(call(typed))).answer).toMatchObject({ words: [] });
  });

  test('asks the shop first, because it may know more', async () => {
    const { edge, online } = await setUpPart();
    const { answer, savedAt } = await edge.answer(call(path));
    expect([answer, savedAt]).toEqual([await online(path), null]);
  });

  test("computes an answer when the shop is late, and delivers the shop's answer when it comes", async () => {
    const { edge, clock, news, online, hold } = await setUpPart();
    const release = hold();
    const asking = edge.answer(call(path));
    await settled();
    clock.move(2_000);
    const { answer, savedAt, refreshed } = await asking;
    expect((answer as ProductPage).products).toHaveLength(6);
    expect(savedAt).not.toBeNull();
    release();
    await refreshed;
    expect(news).toContainEqual({ kind: 'fresh', asked: call(path), answer: await online(path) });
  });

  test('does not wait for a shop that has just failed to answer', async () => {
    const { edge, setNetwork, clock } = await setUpPart();
    setNetwork('down');
    await edge.answer(call(path));
    setNetwork('silent');
    const asking = edge.answer(call('/api/products/filter?sort=a-z&page=1&limit=28'));
    await settled();
    clock.move(0);
    expect((await asking).savedAt).not.toBeNull();
  });
});

/** Lets everything happen that doesn't depend on the clock. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test('forgets what was viewed, even while its answer is on its way', async () => {
  const { edge, idb, hold } = await openCatalogueDevice();
  const store = openCatalogueStore(idb);
  const filterOptions = call('/api/products/filter-options');
  // Without a replica, the shop's own answers are saved.
  await edge.answer(call('/api/products/search?query=fox&page=1&limit=28'));
  await edge.answer(filterOptions);
  const isSaved = async (asked: ReturnType<typeof call>) =>
    (await store.readAnswer(keyOf(asked))) !== null;
  expect(await isSaved(filterOptions)).toBe(true);

  const late = call('/api/products/search?query=moon&page=1&limit=28');
  const release = hold();
  const answered = edge.answer(late);
  await edge.forgetSeen();
  release();
  await (await answered).refreshed;

  expect(await isSaved(call('/api/products/search?query=fox&page=1&limit=28'))).toBe(false);
  expect(await isSaved(late)).toBe(false);
  expect(await isSaved(filterOptions)).toBe(true);
});

test('does not save a search that a document carries while searches are being forgotten', async () => {
  const { edge, idb, restart } = await openCatalogueDevice(2);
  await edge.storeForOffline();
  const search = call('/api/products/search?query=fox&page=1&limit=28');
  const first = { name: search.name, request: { query: search.query } };
  const store = openCatalogueStore(idb);
  const later = restart();
  const carried = later.carry(first);
  await later.forgetSeen();
  expect(await carried).not.toBeNull();
  await settled();
  expect(await store.readAnswer(keyOf(search))).toBeNull();

  // What is requested after that is saved.
  await later.carry(first);
  await expect.poll(() => store.readAnswer(keyOf(search))).not.toBeNull();
});

test('saves the catalogue again, offline, after somebody deleted it under a running worker', async () => {
  const shop = await openCatalogueDevice(2);
  await shop.edge.storeForOffline();
  shop.setNetwork('down');
  await new Promise((resolve) => {
    shop.idb.indexedDB.deleteDatabase('pinwheel-catalogue').onsuccess = resolve;
  });
  const store = openCatalogueStore(shop.idb);
  await expect.poll(() => store.readState()).not.toBeNull();
  const { answer } = await shop.restart().answer(call('/api/products'));
  const { products } = answer as ProductPage;
  expect(products.map(({ title }) => title).toSorted()).toEqual(['Fox 1', 'Moon 0']);
});

test('stores the first picture of each of the newest designs, then their others', async () => {
  const { edge, services, clock } = await openCatalogueDevice(2);
  const newest = await publish(services, 'Late fox');
  await services.database.write(async (tx) => {
    const own = tx.selectFrom('productImages').selectAll().where('productId', '=', newest);
    const image = await own.executeTakeFirstOrThrow();
    const second = { ...image, id: newId(services.clock()), position: 1, hash: 'f'.repeat(64) };
    await tx.insertInto('productImages').values(second).execute();
    await recordCatalogueChange({ tx, now: services.clock() }, [newest]);
  });
  await services.catalogue.refresh();
  clock.move(2_000);
  await edge.storeForOffline();

  const pictures = await edge.newestPictures(3);
  expect(pictures).toHaveLength(4);
  expect(pictures?.slice(0, 3).some((url) => url.includes(newest))).toBe(true);
  expect(pictures?.[3]).toContain('f'.repeat(64));
});
