import { expect, test } from 'vitest';
import type { SavedOrders } from '#offline/stores/account-store.ts';
import { createCopyOverflow } from '#offline/stores/copy-overflow.ts';
import { createLateStore } from '#offline/stores/late-store.ts';
import { createMemoryStore } from '#offline/stores/memory-store.ts';

const saved: SavedOrders = { orders: [], savedAt: '2026-03-01T10:00:00.000Z' };

function device() {
  const memory = createMemoryStore();
  let error: Error | null = null;
  const disk = createLateStore(
    async () => ({
      ...memory,
      async saveCopy(name, copy) {
        if (error) throw error;
        await memory.saveCopy(name, copy);
      },
    }),
    () => {},
  );
  return {
    memory,
    copies: createCopyOverflow(disk),
    fail(next: Error | null): void {
      error = next;
    },
  };
}

test('orders that find no room are shown from memory, and stored once there is room', async () => {
  const { memory, copies, fail } = device();
  const shown: (SavedOrders | null)[] = [];
  copies.watchCopy('orders', (now) => shown.push(now));
  fail(new DOMException('No room', 'QuotaExceededError'));
  await copies.saveCopy('orders', saved);
  expect(shown.at(-1)).toBe(saved);
  expect(await copies.readCopy('orders')).toBe(saved);
  expect(await memory.readCopy('orders')).toBeNull();

  fail(null);
  await copies.flush();
  expect(await memory.readCopy('orders')).toBe(saved);
});

test('orders that were forgotten are not stored later', async () => {
  const { memory, copies, fail } = device();
  fail(new DOMException('No room', 'QuotaExceededError'));
  await copies.saveCopy('orders', saved);
  copies.forget();
  fail(null);
  await copies.flush();
  expect(await memory.readCopy('orders')).toBeNull();
});

test('a failure that room would not mend is reported', async () => {
  const { copies, fail } = device();
  fail(new Error('Broken'));
  await expect(copies.saveCopy('orders', saved)).rejects.toThrow('Broken');
});
