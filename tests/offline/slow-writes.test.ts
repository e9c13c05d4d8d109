import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enqueue } from '#offline/outbox/enqueue.ts';
import { byKey, keyOf, tableNames } from '#offline/outbox/row-tables.ts';
import { type AccountRows, emptyRows, type Picture } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { createOverflowStore } from '#offline/stores/overflow-store.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { ofVisitor } from '#tests/support/who-changes.ts';
import { productId } from './model-server.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A disk that makes one change at a time and takes `commitMs` for each that writes a row. */
function slowDisk(commitMs: number) {
  let rows: AccountRows = emptyRows;
  const written: string[] = [];
  let last: Promise<unknown> = Promise.resolve();

  async function commit(rule: (rows: AccountRows) => AccountRows): Promise<AccountRows> {
    // What is read from a database is never the object that was written.
    const before = structuredClone(rows);
    const after = rule(before);
    const changed = tableNames.flatMap((table) => {
      const old = byKey(table, before[table]);
      return after[table].filter((row) => old.get(keyOf(table, row)) !== row).map(() => table);
    });
    written.push(...changed);
    if (changed.length > 0) await new Promise((done) => setTimeout(done, commitMs));
    rows = after;
    return after;
  }

  const store: AccountStore = {
    trouble: null,
    isRead: true,
    isOpen: () => true,
    onUpgrade: () => () => {},
    read: async () => structuredClone(rows),
    change(rule) {
      const done = last.then(() => commit(rule));
      last = done.catch(() => {});
      return done;
    },
    readCopy: async () => null,
    saveCopy: async () => {},
    watch: () => () => {},
    watchCopy: () => () => {},
    wipe: async () => true,
    close: () => {},
  };
  return { store, written, rows: () => rows };
}

const picture = (): Picture => ({ id: 'picture', file: new File(['x'], 'fox.png') });
const at = '2026-03-01T10:00:00.000Z';
const snapshot = snapshotAt(at);

/** Like a page, with objects of its own each time. */
function addFox(rows: AccountRows): AccountRows {
  const fox = { opId: 'op', deviceId: 'phone', productId: productId(1), at, ...ofVisitor };
  return enqueue(rows, { ...fox, kind: 'addToCart', snapshot: { ...snapshot } });
}

test('waits for pictures that the device takes long to write', async () => {
  const { store, written } = slowDisk(10_000);
  const overflow = await createOverflowStore(async () => store);
  const changing = overflow.change((rows) => ({ ...rows, pictures: [picture()] }));
  await vi.advanceTimersByTimeAsync(30_000);
  await changing;
  expect(overflow.trouble).toBeNull();
  expect(written).toEqual(['pictures']);
});

test('does not write again what was written late', async () => {
  const { store, written, rows } = slowDisk(20_000);
  const overflow = await createOverflowStore(async () => store);
  const changing = overflow.change((before) => ({ ...addFox(before), pictures: [picture()] }));
  await vi.advanceTimersByTimeAsync(300_000);
  await changing;
  expect(written).toEqual(['cartLines', 'outbox', 'pictures']);
  expect(overflow.trouble).toBeNull();
  expect(rows().outbox.map(({ seq }) => seq)).toEqual([1]);
});
