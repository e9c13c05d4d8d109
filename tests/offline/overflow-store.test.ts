import { expect, test } from 'vitest';
import { enqueue } from '#offline/outbox/enqueue.ts';
import { applyServerList } from '#offline/outbox/outbox-rules.ts';
import { type AccountRows, emptyRows, type ListOpKind } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { createOverflowStore } from '#offline/stores/overflow-store.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { ofAccount } from '#tests/support/who-changes.ts';
import { productId } from './model-server.ts';

const at = '2026-03-01T10:00:00.000Z';
const snapshot = snapshotAt(at);
const [fox, moon, fern] = [productId(1), productId(2), productId(3)];

function doing(kind: ListOpKind, id: string) {
  const intent = { opId: `${kind} ${id}`, deviceId: 'phone', productId: id, at };
  return (rows: AccountRows): AccountRows =>
    enqueue(rows, { ...intent, kind, snapshot, ...ofAccount });
}

const answered = (version: number, ...ids: string[]) => {
  const lines = ids.map((id) => ({ productId: id, addedAt: at, snapshot }));
  const answer = { name: 'cart', lines, version, answeredAt: at, cart: null } as const;
  return (rows: AccountRows) => applyServerList(rows, answer, 0);
};

const opsOf = ({ outbox }: AccountRows) => outbox.map(({ opId }) => opId);
const linesOf = ({ cartLines }: AccountRows) => cartLines.map((line) => line.productId);

/** Rows on a device that several tabs share. `full` refuses what adds or changes a row, `dead` every write. */
function sharedDisk() {
  let rows: AccountRows = emptyRows;
  let room: 'enough' | 'full' | 'dead' = 'enough';
  /** Runs before the next read answers. */
  let beforeRead = async () => {};

  const takesRoom = (after: AccountRows) =>
    Object.entries(after).some(([table, now]) =>
      (now as object[]).some(
        (row) => !(rows[table as keyof AccountRows] as object[]).includes(row),
      ),
    );
  async function write(rule: (rows: AccountRows) => AccountRows): Promise<AccountRows> {
    const after = rule(rows);
    if (room === 'dead' || (room === 'full' && takesRoom(after))) {
      throw new DOMException('No room', 'QuotaExceededError');
    }
    rows = after;
    return after;
  }

  const store: AccountStore = {
    trouble: null,
    isRead: true,
    isOpen: () => true,
    onUpgrade: () => () => {},
    read: async () => {
      const found = rows;
      await beforeRead();
      return found;
    },
    change: write,
    readCopy: async () => null,
    saveCopy: async () => {},
    watch: () => () => {},
    watchCopy: () => () => {},
    wipe: async (keep) => {
      await write(keep);
      return true;
    },
    close: () => {},
  };
  return {
    rows: () => rows,
    openTab: () => createOverflowStore(async () => store),
    write,
    set(next: typeof room): void {
      room = next;
    },
    onRead(work: () => Promise<void>): void {
      beforeRead = work;
    },
  };
}

test('a tab that retries a failed write does not delete what another tab stored meanwhile', async () => {
  const disk = sharedDisk();
  const tab = await disk.openTab();
  disk.set('full');
  await tab.change(doing('addToCart', fox));
  // Another tab has a little more luck.
  disk.set('enough');
  await disk.write(doing('addToCart', moon));
  disk.set('full');
  await tab.change(doing('addToCart', fern));
  await tab.change(doing('removeFromCart', fern));
  disk.set('enough');
  await tab.change((rows) => rows);
  expect(tab.trouble).toBeNull();
  expect(opsOf(disk.rows())).toEqual([
    `addToCart ${moon}`,
    `addToCart ${fox}`,
    `addToCart ${fern}`,
    `removeFromCart ${fern}`,
  ]);
});

test('a read that fails while a change is being stored does not hide the change', async () => {
  const disk = sharedDisk();
  const tab = await disk.openTab();
  await tab.change(answered(1, fox, moon));
  // Chromium closes its databases just as this page reads; the change comes in between.
  let removing: Promise<unknown> = Promise.resolve();
  let failures = 1;
  disk.onRead(async () => {
    if (failures > 0) {
      failures -= 1;
      throw new DOMException('Closed', 'AbortError');
    }
    removing = tab.change(doing('removeFromCart', moon));
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  });
  await tab.read();
  disk.onRead(async () => {});
  await removing;
  expect(linesOf(await tab.read())).toEqual([fox]);
  expect(opsOf(await tab.read())).toEqual([`removeFromCart ${moon}`]);
});

test('a removal that could not be stored does not look stored to the next page', async () => {
  const disk = sharedDisk();
  const tab = await disk.openTab();
  await tab.change(answered(1, fox, moon));
  disk.set('full');
  await tab.change(doing('removeFromCart', moon));
  expect(linesOf(await tab.read())).toEqual([fox]);
  expect(disk.rows()).toMatchObject({
    outbox: [],
    cartLines: [{ productId: fox }, { productId: moon }],
  });
});

test('what was sent from memory is deleted from a full device, and its line stays', async () => {
  const disk = sharedDisk();
  const tab = await disk.openTab();
  await tab.change(doing('addToCart', fox));
  disk.set('full');
  await tab.change((rows) => answered(2, fox)({ ...rows, outbox: [] }));
  expect(opsOf(disk.rows())).toEqual([]);
  expect(linesOf(disk.rows())).toEqual([fox]);
});

test('an op that the shop refused is deleted from a full device with its line', async () => {
  const disk = sharedDisk();
  const tab = await disk.openTab();
  await tab.change(doing('addToCart', fox));
  disk.set('full');
  await tab.change((rows) => ({
    ...rows,
    outbox: [],
    cartLines: [],
    mergedOps: [{ opId: 'new' }],
  }));
  expect(disk.rows()).toMatchObject({ outbox: [], cartLines: [] });
});
