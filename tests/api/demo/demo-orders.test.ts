import { expect, test } from 'vitest';
import { removeDemo } from '#demo/remove.ts';
import { demoProducts, seedDemo } from '#demo/seed.ts';
import { seedOrders } from '#demo/seed-orders.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { readFigures } from '#server/reports/report.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

test('a year of orders fills every figure, is added once, and leaves nothing when removed', async () => {
  const services = await makeServices();
  const oldest = demoProducts(null).slice(-4);
  const year = { range: 'own', from: '2025-03-01', until: '2026-03-01' } as const;
  const { database, clock } = services;
  await makeChange(services, (change) => seedDemo(change, null, 'hash'));
  await seedOrders(services, oldest);
  const before = await wholeDatabase(services);
  await seedOrders(services, oldest);

  const figures = await readFigures(database, year, clock(), 'UTC');
  const { orders, orderItems } = await wholeDatabase(services);
  await makeChange(services, removeDemo);
  const after = await wholeDatabase(services);

  expect([orders?.length, orderItems?.length]).toEqual([
    before.orders?.length,
    before.orderItems?.length,
  ]);
  for (const [name, count] of Object.entries(figures.totals)) {
    expect(count, name).toBeGreaterThan(0);
  }
  expect(figures.coupons.length).toBe(2);
  expect(figures.countries.length).toBeGreaterThan(6);
  expect(figures.designers.length).toBe(2);
  const left = ['orders', 'orderItems', 'refunds', 'couponUses', 'coupons', 'downloadDays'];
  expect(left.map((table) => after[table]?.length)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(after.accounts).toEqual([]);
});

test('orders that were lost while they were added come again with the same dates', async () => {
  const services = await makeServices();
  const oldest = demoProducts(null).slice(-4);
  const { database } = services;
  await makeChange(services, (change) => seedDemo(change, null, 'hash'));
  await seedOrders(services, oldest);
  const { orders: before } = await wholeDatabase(services);
  await database.write(async (tx) => {
    for (const table of ['couponUses', 'refunds', 'orderItems', 'orders'] as const) {
      await tx.deleteFrom(table).execute();
    }
  });

  await seedOrders(services, oldest);

  const { orders } = await wholeDatabase(services);
  expect(before?.length).toBeGreaterThan(0);
  expect(orders).toEqual(before);
});
