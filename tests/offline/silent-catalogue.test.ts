import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetSeenAnswers, forgetSeenInTime } from '#offline/accounts/forget-seen.ts';
import { openCatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { limitedCatalogueStore } from '#offline/catalogue/limited-catalogue-store.ts';
import { SilentDatabaseError } from '#offline/stores/database-timeout.ts';
import { openCatalogueDevice } from './catalogue-device.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a catalogue’s database that says nothing is given up in time, and asked again once it answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let speak = () => {};
  const speaks = new Promise<void>((resolve) => {
    speak = resolve;
  });
  const database = openCatalogueStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  const readState = vi.fn(() => speaks.then(database.readState));
  const store = limitedCatalogueStore({ ...database, readState });

  const first = expect(store.readState()).rejects.toThrow(SilentDatabaseError);
  await vi.advanceTimersByTimeAsync(2_000);
  await first;
  // Nobody waits a second time for what it hasn't answered yet.
  await expect(store.readState()).rejects.toThrow(SilentDatabaseError);
  expect(readState).toHaveBeenCalledTimes(1);

  speak();
  await vi.waitFor(async () => expect(await store.readState()).toBeNull());
});

test('a read that never settles doesn’t keep the catalogue shut once its database answers others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = openCatalogueStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  let isSilent = true;
  const readState = vi.fn(() => (isSilent ? new Promise<null>(() => {}) : database.readState()));
  const store = limitedCatalogueStore({ ...database, readState });
  const first = expect(store.readState()).rejects.toThrow(SilentDatabaseError);
  await vi.advanceTimersByTimeAsync(2_000);
  await first;
  for (let tries = 0; tries < 20; tries += 1) {
    await expect(store.readState()).rejects.toThrow(SilentDatabaseError);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  // Not with each question: those that are never answered would pile up.
  expect(readState).toHaveBeenCalledTimes(2);

  isSilent = false;
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(async () => expect(await store.readState()).toBeNull());
});

test('a catalogue that can’t be read is not one without pictures, and the shop has them all', async () => {
  const { edge, restart, idb, setNetwork } = await openCatalogueDevice(3);
  await edge.keepForLater();
  const readState = () => Promise.reject(new SilentDatabaseError());
  const unread = restart({ ...openCatalogueStore(idb), readState });
  setNetwork('down');
  expect([await unread.allPictures(), await unread.newestPictures(9)]).toEqual([null, null]);
  setNetwork('up');
  expect(await unread.newestPictures(9)).toBeNull();
  expect(await unread.allPictures()).toHaveLength(3);
  expect(await restart().newestPictures(9)).toHaveLength(3);
});

test('a catalogue’s database that says nothing doesn’t hold up who leaves, nor who forgets for ever', async () => {
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

test('a database that is busy with a snapshot refuses quick reads alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = openCatalogueStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  const readState = () => new Promise<null>(() => {});
  const store = limitedCatalogueStore({ ...database, readState, countProducts: async () => 7 });
  const first = expect(store.readState()).rejects.toThrow(SilentDatabaseError);
  await vi.advanceTimersByTimeAsync(2_000);
  await first;
  expect(await store.countProducts()).toBe(7);
});
