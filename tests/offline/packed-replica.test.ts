import { Dexie } from 'dexie';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CatalogueStore, openCatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { benchProductId, fillDatabase } from '#tests/bench/filled-database.ts';
import { call, openCatalogueDevice, publish } from './catalogue-device.ts';

const search = (text: string) => `/api/products/search?query=${text}&page=1&limit=28`;

type World = Awaited<ReturnType<typeof openCatalogueDevice>>;

/** Changes one design of the shop and has the device poll. */
async function change(
  { services, clock }: World,
  edge: World['edge'],
  values: { title?: string; salesCount?: number; status?: 'retired' },
  place = 0,
): Promise<void> {
  const { id } = await services.database.read
    .selectFrom('products')
    .select('id')
    .orderBy('id')
    .offset(place)
    .limit(1)
    .executeTakeFirstOrThrow();
  await makeChange(services, async (change) => {
    const { tx } = change;
    await tx.updateTable('products').set(values).where('id', '=', id).execute();
    await recordCatalogueChange(change, [id]);
  });
  await services.catalogue.refresh();
  clock.move(60_000);
  await edge.follow().catch(() => {});
}

/** Counts reads and writes of the replica. */
function counting(store: CatalogueStore) {
  const counts = { products: 0, packs: 0 };
  const counted: CatalogueStore = {
    ...store,
    readProducts: () => {
      counts.products++;
      return store.readProducts();
    },
    readPacked: (cursor) => {
      counts.products++;
      return store.readPacked(cursor);
    },
    savePacked: (...saved) => {
      counts.packs++;
      return store.savePacked(...saved);
    },
  };
  return { counts, counted };
}

describe('a packed replica', () => {
  test('saves the next start from reading and indexing designs one by one', async () => {
    const { edge, restart, takeTurns, setNetwork, online } = await openCatalogueDevice(250);
    await edge.storeForOffline();
    setNetwork('down');
    takeTurns();
    for (const text of ['fox', 'moo', 'fxo', 'moons%207']) {
      expect((await restart().answer(call(search(text)))).answer).toEqual(
        await online(search(text)),
      );
    }
    expect(takeTurns()).toBe(0);
  });

  test('is packed again after many changes, not after each', async () => {
    const world = await openCatalogueDevice(4);
    const { idb, restart, setNetwork, online, services, clock } = world;
    const { counts, counted } = counting(openCatalogueStore(idb));
    await restart(counted).storeForOffline();
    expect(counts.packs).toBe(1);
    await change(world, restart(counted), { salesCount: 900 });
    await change(world, restart(counted), { title: 'Walrus' }, 1);
    await change(world, restart(counted), { status: 'retired' }, 2);
    expect(counts.packs).toBe(1);
    setNetwork('down');
    for (const text of ['walrus', 'fox', 'moon']) {
      expect((await restart(counted).answer(call(search(text)))).answer).toEqual(
        await online(search(text)),
      );
    }
    setNetwork('up');
    await fillDatabase(services.database, 100);
    const added = Array.from({ length: 100 }, (_, place) => benchProductId(place));
    await makeChange(services, (change) => recordCatalogueChange(change, added));
    await services.catalogue.refresh();
    clock.move(60_000);
    await restart(counted).follow();
    expect(counts.packs).toBe(2);
    setNetwork('down');
    expect((await restart(counted).answer(call(search('sleepy')))).answer).toEqual(
      await online(search('sleepy')),
    );
  });

  test('does not outlive the shop history it was made from', async () => {
    const world = await openCatalogueDevice(2);
    const { edge, idb, restart, setNetwork, online } = world;
    await edge.storeForOffline();
    const store = openCatalogueStore(idb);
    const [state, products] = [await store.readState(), await store.readProducts()];
    if (!state) throw new Error('Nothing was kept');
    // A backup was restored, and the changes after it led to the same cursor.
    await store.saveSnapshot(
      products.map((product) => ({ ...product, title: 'Walrus' })),
      state,
    );
    setNetwork('down');
    expect((await restart().answer(call(search('walrus')))).answer).toMatchObject({ total: 2 });
    expect(await online(search('walrus'))).toMatchObject({ total: 0 });
  });

  test('is only used at the cursor where it was packed', async () => {
    const { edge, idb, restart, setNetwork } = await openCatalogueDevice(2);
    await edge.storeForOffline();
    // A build that doesn't know it applied a change.
    const old = await new Dexie('pinwheel-catalogue', idb).open();
    await old.table('states').update('replica', { cursor: 'later' });
    await old.table('products').toCollection().modify({ title: 'Walrus' });
    old.close();
    setNetwork('down');
    expect((await restart().answer(call(search('walrus')))).answer).toMatchObject({ total: 2 });
  });

  test('is only used in the format of this build', async () => {
    const { edge, idb, restart, setNetwork, online } = await openCatalogueDevice(3);
    await edge.storeForOffline();
    const old = await new Dexie('pinwheel-catalogue', idb).open();
    await old.table('states').update('packed', { format: 0, texts: 'old' });
    old.close();
    setNetwork('down');
    expect((await restart().answer(call(search('fox')))).answer).toEqual(
      await online(search('fox')),
    );
  });

  test('is packed again if it cannot be read', async () => {
    const { edge, idb, restart, setNetwork, online } = await openCatalogueDevice(3);
    await edge.storeForOffline();
    setNetwork('down');
    const readPacked = () => Promise.reject(new Error('The file is gone'));
    const device = restart({ ...openCatalogueStore(idb), readPacked });
    expect((await device.answer(call(search('fox')))).answer).toEqual(await online(search('fox')));
  });

  test('matches the designs whatever changed, and wherever the worker was killed', async () => {
    const steps = fc.array(
      fc.record({
        change: fc.oneof(
          fc.record({ title: fc.constantFrom('Walrus', 'Fox walrus', 'Moon over sea') }),
          fc.record({ salesCount: fc.integer({ min: 0, max: 99 }) }),
          fc.record({ status: fc.constant('retired' as const) }),
          fc.constant(null),
        ),
        place: fc.integer({ min: 0, max: 3 }),
        /** Writes that still reach the device before the worker is killed. */
        writes: fc.integer({ min: 0, max: 4 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const world = await openCatalogueDevice(4);
        const { edge, idb, restart, setNetwork, online, services, clock } = world;
        await edge.storeForOffline();
        for (const { change: values, place, writes } of all) {
          const killable = restart(ending(openCatalogueStore(idb), writes));
          if (values) await change(world, killable, values, place);
          else {
            await publish(services, 'Walrus');
            clock.move(60_000);
            await killable.follow().catch(() => {});
          }
          // What another worker finds, which then polls too.
          clock.move(60_000);
          const next = restart();
          await next.follow();
          setNetwork('down');
          for (const text of ['walrus', 'fox', 'moon', 'sea']) {
            for (const device of [next, restart()]) {
              expect((await device.answer(call(search(text)))).answer).toEqual(
                await online(search(text)),
              );
            }
          }
          setNetwork('up');
        }
      }),
      { numRuns: 12 },
    );
  });
});

/** A store whose worker is killed after this many writes: no later one reaches the device, or returns. */
function ending(store: CatalogueStore, writes: number): CatalogueStore {
  let left = writes;
  const killable =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (left-- > 0) return write(...args);
      throw new Error('The worker was ended');
    };
  return {
    ...store,
    saveSnapshot: killable(store.saveSnapshot),
    applyChanges: killable(store.applyChanges),
    savePacked: killable(store.savePacked),
    saveAnswer: killable(store.saveAnswer),
  };
}

describe('a replica that has not been read yet', () => {
  test('reads a single design when only that is requested', async () => {
    const { edge, idb, restart, setNetwork, online } = await openCatalogueDevice(5);
    await edge.storeForOffline();
    const store = openCatalogueStore(idb);
    const [design] = await store.readProducts();
    const path = `/api/products/${design?._id}`;
    const { counts, counted } = counting(store);
    setNetwork('down');
    const device = restart(counted);
    const carried = await device.carry({
      name: 'product',
      request: { params: { id: design?._id ?? '' } },
    });
    expect(JSON.parse(carried?.json ?? '')).toEqual(await online(path));
    expect((await device.answer(call(path))).answer).toEqual(await online(path));
    expect(counts.products).toBe(0);
  });

  test('is not read when nothing has changed, and knows when that was confirmed', async () => {
    const { edge, idb, restart, clock, asked } = await openCatalogueDevice(5);
    await edge.storeForOffline();
    const { counts, counted } = counting(openCatalogueStore(idb));
    clock.move(60_000);
    asked.length = 0;
    await restart(counted).follow();
    expect(asked.map((path) => path.split('?')[0])).toEqual(['/api/products/changes']);
    expect(counts.products).toBe(0);
    const { checkedAt } = (await counted.readState()) ?? {};
    expect(checkedAt).toBe(new Date(clock.now()).toISOString());
  });
});
