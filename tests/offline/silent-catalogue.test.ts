import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { SilentDatabaseError } from '#offline/answered-in-time.ts';
import { openCatalogueStore } from '#offline/catalogue-store.ts';
import { limitedCatalogueStore } from '#offline/limited-catalogue-store.ts';

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
