import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { enqueue } from '#offline/outbox/enqueue.ts';
import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import { readHolder, saveHolder } from '#offline/stores/device-database.ts';
import { openDexieStore } from '#offline/stores/dexie-store.ts';
import { createPageSleep } from '#offline/stores/page-sleep.ts';
import { storeNameOf } from '#offline/stores/store-name.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { ofVisitor } from '#tests/support/who-changes.ts';
import { productId } from './model-server.ts';
import './test-device.ts';

const at = '2026-03-01T10:00:00.000Z';
const snapshot = snapshotAt(at);

function add(index: number) {
  const id = productId(index);
  const intent = { opId: `op ${index}`, deviceId: 'phone', productId: id, at, ...ofVisitor };
  return (rows: AccountRows) => enqueue(rows, { ...intent, kind: 'addToCart', snapshot });
}

const idsOf = ({ cartLines }: AccountRows) => cartLines.map((line) => line.productId).toSorted();
const kept = (type: string) => Object.assign(new Event(type), { persisted: true });

/** What a browser tells a page that it freezes, and one that it keeps in its back/forward cache. */
const ways = [
  ['a frozen page', () => new Event('freeze'), () => new Event('resume')],
  ['a page in the back/forward cache', () => kept('pagehide'), () => kept('pageshow')],
] as const;

/** Two pages of one browser, the first of which falls asleep. */
function browser() {
  const shared = { indexedDB: new IDBFactory(), IDBKeyRange };
  const events = new EventTarget();
  const sleeper = { ...shared, sleep: createPageSleep(events) };
  return { events, sleeper, other: shared };
}

/** Long enough for a database that is free to answer. */
async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test.each(ways)(
  '%s holds up no other, and makes its change when it wakes',
  async (_, falls, wakes) => {
    const { events, sleeper, other } = browser();
    const [asleep, awake] = await Promise.all([
      openDexieStore(storeNameOf(null), sleeper),
      openDexieStore(storeNameOf(null), other),
    ]);
    let runs = 0;
    const changing = asleep.change((rows) => {
      runs += 1;
      if (runs === 1) events.dispatchEvent(falls());
      return add(1)(rows);
    });
    await awake.change(add(2));
    await aWhile();
    expect(idsOf(await awake.read())).toEqual([productId(2)]);

    events.dispatchEvent(wakes());
    expect(idsOf(await changing)).toEqual([productId(1), productId(2)]);
    expect(idsOf(await awake.read())).toEqual([productId(1), productId(2)]);
    expect(runs).toBe(2);
  },
);

test.each(ways)('%s opens its databases, and asks them, when it wakes', async (_, falls, wakes) => {
  const { events, sleeper, other } = browser();
  events.dispatchEvent(falls());
  const opening = openDexieStore(storeNameOf(null), sleeper);
  const saving = saveHolder(sleeper, 'ana');
  await aWhile();
  expect(await readHolder(other)).toBe(null);
  const awake = await openDexieStore(storeNameOf(null), other);
  await awake.change(add(1));

  events.dispatchEvent(wakes());
  await saving;
  expect(await readHolder(other)).toBe('ana');
  expect(idsOf(await (await opening).read())).toEqual([productId(1)]);
});

test.each(ways)(
  '%s is shown what others changed once it wakes, and nothing before',
  async (_, falls, wakes) => {
    const { events, sleeper, other } = browser();
    const [asleep, awake] = await Promise.all([
      openDexieStore(storeNameOf(null), sleeper),
      openDexieStore(storeNameOf(null), other),
    ]);
    let shown: AccountRows[] = [];
    const showing = () => expect.poll(() => shown.map(idsOf).at(-1));
    const stop = asleep.watch((rows) => shown.push(rows));
    await showing().toEqual([]);
    events.dispatchEvent(falls());
    shown = [];
    await awake.change(add(1));
    await aWhile();
    expect(shown).toEqual([]);
    events.dispatchEvent(wakes());
    await showing().toEqual([productId(1)]);
    await awake.change(add(2));
    await showing().toEqual([productId(1), productId(2)]);
    stop();
  },
);

test('a page that ends, and is not kept, loses no change that is under way', async () => {
  const { events, sleeper } = browser();
  const store = await openDexieStore(storeNameOf(null), sleeper);
  const changing = store.change(add(1));
  events.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
  expect(idsOf(await changing)).toEqual([productId(1)]);
});

test('a change that fails for another reason is not made again', async () => {
  const { sleeper } = browser();
  const store = await openDexieStore(storeNameOf(null), sleeper);
  let runs = 0;
  const changing = store.change(() => {
    runs += 1;
    throw new Error('no');
  });
  await expect(changing).rejects.toThrow('no');
  expect(runs).toBe(1);
  expect(await store.read()).toEqual(emptyRows);
});
