import { expect, test } from 'vitest';
import type { SavedOrders } from '#offline/stores/account-store.ts';
import { createLateStore } from '#offline/stores/late-store.ts';
import { createMemoryStore } from '#offline/stores/memory-store.ts';
import { createOrderOverflow } from '#offline/stores/order-overflow.ts';

const saved: SavedOrders = { orders: [], savedAt: '2026-03-01T10:00:00.000Z' };

function device() {
  const memory = createMemoryStore();
  let error: Error | null = null;
  const disk = createLateStore(
    async () => ({
      ...memory,
      async saveOrders(orders) {
        if (error) throw error;
        await memory.saveOrders(orders);
      },
    }),
    () => {},
  );
  return {
    memory,
    orders: createOrderOverflow(disk),
    fail(next: Error | null): void {
      error = next;
    },
  };
}

test('orders that find no room are shown from memory, and stored once there is room', async () => {
  const { memory, orders, fail } = device();
  const shown: (SavedOrders | null)[] = [];
  orders.watch((now) => shown.push(now));
  fail(new DOMException('No room', 'QuotaExceededError'));
  await orders.saveOrders(saved);
  expect(shown.at(-1)).toBe(saved);
  expect(await orders.readOrders()).toBe(saved);
  expect(await memory.readOrders()).toBeNull();

  fail(null);
  await orders.flush();
  expect(await memory.readOrders()).toBe(saved);
});

test('orders that were forgotten are not stored later', async () => {
  const { memory, orders, fail } = device();
  fail(new DOMException('No room', 'QuotaExceededError'));
  await orders.saveOrders(saved);
  orders.forget();
  fail(null);
  await orders.flush();
  expect(await memory.readOrders()).toBeNull();
});

test('a failure that room would not mend is reported', async () => {
  const { orders, fail } = device();
  fail(new Error('Broken'));
  await expect(orders.saveOrders(saved)).rejects.toThrow('Broken');
});
