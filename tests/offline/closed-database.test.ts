import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enqueue } from '#offline/outbox/enqueue.ts';
import type { AccountRows } from '#offline/outbox/rows.ts';
import { openDexieStore } from '#offline/stores/dexie-store.ts';
import { createOverflowStore } from '#offline/stores/overflow-store.ts';
import { storeNameOf } from '#offline/stores/store-name.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { productId } from './model-server.ts';
import './test-device.ts';
import { ofVisitor } from '#tests/support/who-changes.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A browser that closes its databases and can't open them again while its disk is full, like Chromium. */
function closingBrowser() {
  const indexedDB = new IDBFactory();
  const open = indexedDB.open.bind(indexedDB);
  const connections = new Set<IDBDatabase>();
  let isFull = false;
  indexedDB.open = (...where) => {
    if (isFull) throw new DOMException('Internal error opening backing store', 'UnknownError');
    const request = open(...where);
    request.addEventListener('success', () => connections.add(request.result));
    return request;
  };
  return {
    idb: { indexedDB, IDBKeyRange },
    fill(): void {
      isFull = true;
      for (const database of connections) forceCloseDatabase(database as never);
      connections.clear();
    },
    free(): void {
      isFull = false;
    },
  };
}

const at = '2026-03-01T10:00:00.000Z';
const snapshot = snapshotAt(at);

function add(index: number) {
  const id = productId(index);
  const intent = { opId: `op ${index}`, deviceId: 'phone', productId: id, at, ...ofVisitor };
  return (rows: AccountRows) => enqueue(rows, { ...intent, kind: 'addToCart', snapshot });
}

const idsOf = ({ cartLines }: AccountRows) => cartLines.map((line) => line.productId);

/** Lets timers and the database's own tasks run until `work` is done. */
async function soon<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  // It may fail before it is awaited below.
  done.catch(() => {});
  do {
    await vi.advanceTimersByTimeAsync(50);
    await new Promise((resolve) => setImmediate(resolve));
  } while (!isDone);
  return done;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await soon(Promise.resolve());
}

function opened() {
  const browser = closingBrowser();
  return { ...browser, open: () => openDexieStore(storeNameOf(null), browser.idb) };
}

test('a database that the browser closed and could not reopen works again once there is room', async () => {
  const { fill, free, open } = opened();
  const store = await soon(open());
  await soon(store.change(add(1)));
  fill();
  await expect(soon(store.change(add(2)))).rejects.toThrow();
  await expect(soon(store.read())).rejects.toThrow();
  expect(store.isOpen()).toBe(true);
  free();
  await soon(store.change(add(3)));
  expect(idsOf(await soon(store.read()))).toEqual([productId(1), productId(3)]);
  store.close();
  expect(store.isOpen()).toBe(false);
});

test('a database that was closed when it was watched shows its rows once there is room', async () => {
  const { fill, free, open } = opened();
  const store = await soon(open());
  await soon(store.change(add(1)));
  fill();
  const shown: AccountRows[] = [];
  store.watch((rows) => shown.push(rows));
  await vi.advanceTimersByTimeAsync(100);
  expect(shown).toEqual([]);
  free();
  await until(() => shown.map(idsOf).at(-1)?.length === 1);
  await soon(store.change(add(2)));
  await until(() => shown.map(idsOf).at(-1)?.length === 2);
});

test('what stayed in memory on a full device is stored once there is room, without another change', async () => {
  const { fill, free, open } = opened();
  const store = await soon(createOverflowStore(open));
  fill();
  await soon(store.change(add(1)));
  expect(store.trouble).toBe('full');
  free();
  await until(() => store.trouble === null);
  const later = await soon(open());
  expect(idsOf(await soon(later.read()))).toEqual([productId(1)]);
});
