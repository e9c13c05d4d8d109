import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetSeenAnswers, forgetSeenInTime } from '#offline/accounts/forget-seen.ts';
import { type CatalogueStore, openCatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { timedCatalogueStore } from '#offline/catalogue/timed-catalogue-store.ts';
import { SilentDatabaseError } from '#offline/stores/database-timeout.ts';
import { call, openCatalogueDevice, publish } from './catalogue-device.ts';

/** A loaded machine is slow; `expect.poll` wouldn't move fake timers. */
const patienceMs = 30_000;

afterEach(() => {
  vi.useRealTimers();
});

test('gives up a catalogue database that does not answer in time, and tries again once it does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let speak = () => {};
  const speaks = new Promise<void>((resolve) => {
    speak = resolve;
  });
  const database = openCatalogueStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  const readState = vi.fn(() => speaks.then(database.readState));
  const store = timedCatalogueStore({ ...database, readState });

  const first = expect(store.readState()).rejects.toThrow(SilentDatabaseError);
  await vi.advanceTimersByTimeAsync(2_000);
  await first;
  // Nobody waits a second time for what hasn't answered yet.
  await expect(store.readState()).rejects.toThrow(SilentDatabaseError);
  expect(readState).toHaveBeenCalledTimes(1);

  speak();
  await vi.waitFor(async () => expect(await store.readState()).toBeNull(), patienceMs);
});

test('a read that never settles does not keep the catalogue closed once its database answers others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = openCatalogueStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  let isSilent = true;
  const readState = vi.fn(() => (isSilent ? new Promise<null>(() => {}) : database.readState()));
  const store = timedCatalogueStore({ ...database, readState });
  const first = expect(store.readState()).rejects.toThrow(SilentDatabaseError);
  await vi.advanceTimersByTimeAsync(2_000);
  await first;
  for (let tries = 0; tries < 20; tries += 1) {
    await expect(store.readState()).rejects.toThrow(SilentDatabaseError);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  // Not on each call: reads that are never answered would pile up.
  expect(readState).toHaveBeenCalledTimes(2);

  isSilent = false;
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(async () => expect(await store.readState()).toBeNull(), patienceMs);
});

test('an unreadable catalogue does not count as one without pictures, and the shop has them all', async () => {
  const { edge, restart, idb, setNetwork } = await openCatalogueDevice(3);
  await edge.storeForOffline();
  const readState = () => Promise.reject(new SilentDatabaseError());
  const unread = restart({ ...openCatalogueStore(idb), readState });
  setNetwork('down');
  expect([await unread.allPictures(), await unread.newestPictures(9)]).toEqual([null, null]);
  setNetwork('up');
  expect(await unread.newestPictures(9)).toBeNull();
  expect((await unread.allPictures())?.pictures).toHaveLength(3);
  expect(await restart().newestPictures(9)).toHaveLength(3);
});

test('changes that came while the stored designs could not be read are applied once they can', async () => {
  const { edge, restart, idb, services, clock, setNetwork } = await openCatalogueDevice(3);
  await edge.storeForOffline();
  const store = openCatalogueStore(idb);
  const unreadable = () => Promise.reject(new SilentDatabaseError());
  const readPacked = vi.spyOn(store, 'readPacked').mockImplementation(unreadable);
  const readProducts = vi.spyOn(store, 'readProducts').mockImplementation(unreadable);
  const worker = restart(store);
  const id = await publish(services, 'Late fox');
  await worker.follow();
  readPacked.mockRestore();
  readProducts.mockRestore();
  clock.move(2_000);
  await worker.follow();
  setNetwork('down');
  expect((await worker.answer(call(`/api/products/${id}`))).answer).toHaveProperty('product');
});

test('a worker that found no catalogue follows the one that another worker has stored', async () => {
  const { edge, restart, services, clock, setNetwork } = await openCatalogueDevice(3);
  setNetwork('down');
  await expect(edge.answer(call('/api/products/search?searchTerm=fox'))).rejects.toThrow();
  setNetwork('up');
  await restart().storeForOffline();
  const id = await publish(services, 'Late fox');
  clock.move(2_000);
  await edge.follow();
  setNetwork('down');
  expect((await edge.answer(call(`/api/products/${id}`))).answer).toHaveProperty('product');
});

/** A store in which the methods with these names, by default all, never settle. */
function silentStore(store: CatalogueStore, names = Object.keys(store)): CatalogueStore {
  const silent = names
    .filter((name) => name !== 'onLost' && name !== 'close')
    .map((name) => [name, () => new Promise<never>(() => {})]);
  return { ...store, ...Object.fromEntries(silent) };
}

test.each(['/api/products', '/api/products/search?query=fox', '/api/featured-images'])(
  '%s is answered by the shop when the database does not answer, without waiting for it to be stored',
  async (path) => {
    const { restart, idb, online } = await openCatalogueDevice(3);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const edge = restart(timedCatalogueStore(silentStore(openCatalogueStore(idb))));
    const answering = edge.answer(call(path));
    await vi.advanceTimersByTimeAsync(2_000);
    const { answer, savedAt } = await answering;
    expect({ answer, savedAt }).toEqual({ answer: await online(path), savedAt: null });
  },
);

test('the shop answers a search when the database does not answer reads of many designs', async () => {
  const { edge, restart, idb, online, clock } = await openCatalogueDevice(3);
  await edge.storeForOffline();
  const unread = restart(
    timedCatalogueStore(silentStore(openCatalogueStore(idb), ['readPacked', 'readProducts'])),
  );
  const path = '/api/products/search?query=fox';
  const answering = unread.answer(call(path));
  await vi.waitFor(() => {
    clock.move(2_000);
    return answering;
  }, patienceMs);
  expect((await answering).answer).toEqual(await online(path));
});

test('a catalogue database that does not answer holds up neither signing out nor, forever, forgetting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  vi.spyOn(idb.indexedDB, 'open').mockReturnValue(new EventTarget() as IDBOpenDBRequest);
  const leaving = forgetSeenInTime(idb);
  const forgetting = expect(forgetSeenAnswers(idb)).rejects.toThrow(SilentDatabaseError);
  await vi.advanceTimersByTimeAsync(2_000);
  await leaving;
  await vi.advanceTimersByTimeAsync(18_000);
  await forgetting;
});

test('a database busy with a snapshot only rejects quick reads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = openCatalogueStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  const readState = () => new Promise<null>(() => {});
  const store = timedCatalogueStore({ ...database, readState, countProducts: async () => 7 });
  const first = expect(store.readState()).rejects.toThrow(SilentDatabaseError);
  await vi.advanceTimersByTimeAsync(2_000);
  await first;
  expect(await store.countProducts()).toBe(7);
});
