import { expect, test } from 'vitest';
import { practiceAccounts } from '#contract/shop/practice-accounts.ts';
import { removeDemo } from '#demo/remove.ts';
import { demoProductId, demoProducts, seedDemo } from '#demo/seed.ts';
import { seedOrders } from '#demo/seed-orders.ts';
import { isDemoComplete } from '#demo/start-demo.ts';
import { yearlyLicenceOf } from '#server/accounts/yearly-licence.ts';
import { requestRefund } from '#server/orders/payments/request-refund.ts';
import { ordersOfAccount } from '#server/orders/queries.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { readFigures } from '#server/reports/report.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
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

  const figures = await readFigures(database, year, clock(), { timeZone: 'UTC', isTrial: true });
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
  expect(figures.emptySearches.length).toBe(6);
  expect(figures.totals.checkedOut).toBeGreaterThan(figures.totals.paid);
  const left = [
    'orders',
    'orderItems',
    'refunds',
    'couponUses',
    'coupons',
    'downloadDays',
    'emptySearches',
  ];
  expect(left.map((table) => after[table]?.length)).toEqual(left.map(() => 0));
  expect(after.licenceCounts).toEqual([]);
  expect(after.yearlyLicences).toEqual([]);
  expect(after.accounts).toEqual([]);
});

test('the practice buyer has an order, counted most of its licence, and has a yearly licence', async () => {
  const services = await makeServices();
  await makeChange(services, (change) => seedDemo(change, null, 'hash'));
  await seedOrders(services, demoProducts(null).slice(-4));
  await seedOrders(services, demoProducts(null).slice(-4));
  const { id } = await services.database.read
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', practiceAccounts[0].email)
    .executeTakeFirstOrThrow();

  const { orders } = await ordersOfAccount(services.database.read, id, services.clock(), {
    page: 1,
    limit: 200,
  });

  expect(orders.map(({ items }) => items[0]?.counted?.sold)).toEqual([64]);
  const yearly = await yearlyLicenceOf(services.database.read, id);
  expect(yearly).toEqual({ endsOn: '2026-09-17', wantsReminder: true });
});

test('an order that was tried out on a demo design keeps its refund and its design when the demo is removed', async () => {
  const services = await makeServices();
  const { database } = services;
  await makeChange(services, (change) => seedDemo(change, null, 'hash'));
  await seedOrders(services, demoProducts(null).slice(-4));
  const first = (table: 'products' | 'accounts') =>
    database.read.selectFrom(table).select('id').where('isDemo', '=', 1).executeTakeFirstOrThrow();
  const [{ id: productId }, { id: accountId }] = [await first('products'), await first('accounts')];
  const order = await addOrder(services, { accountId, productIds: [productId] });
  await makeAuditedChange(services, 'a'.repeat(24), (change) =>
    requestRefund(change, { orderId: order.id, itemId: null, expected: 1200 }),
  );

  const { retired } = await makeChange(services, removeDemo);

  const after = await wholeDatabase(services);
  expect(after.orders).toMatchObject([{ id: order.id, state: 'paid' }]);
  expect(after.refundRequests).toMatchObject([{ orderId: order.id, amount: 1200 }]);
  expect(after.products).toMatchObject([{ id: productId, status: 'retired' }]);
  expect(after.accounts).toMatchObject([{ id: accountId, status: 'rejected' }]);
  expect([retired, after.refunds, after.coupons]).toEqual([1, [], []]);
});

test('the demo’s accounts take their reviews along', async () => {
  const services = await makeServices();
  const { database } = services;
  await makeChange(services, (change) => seedDemo(change, null, 'hash'));
  const { id: accountId } = await database.read
    .selectFrom('accounts')
    .select('id')
    .where('isDemo', '=', 1)
    .executeTakeFirstOrThrow();
  const productId = await addProduct(services);
  await addOrder(services, { accountId, productIds: [productId] });
  const said = { stars: 5, text: 'Nice.', shownName: 'Ada S.', state: 'shown' } as const;
  const writtenAt = services.clock().toISOString();
  await database.write((tx) =>
    tx
      .insertInto('reviews')
      .values({ id: 'e'.repeat(24), accountId, productId, ...said, writtenAt })
      .execute(),
  );

  await makeChange(services, removeDemo);

  const { reviews } = await wholeDatabase(services);
  expect(reviews).toEqual([]);
  const changes = await database.read.selectFrom('catalogueChanges').select('productId').execute();
  expect(changes).toContainEqual({ productId });
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

test('orders leave out designs that were deleted before they were added', async () => {
  const services = await makeServices();
  const oldest = demoProducts(null).slice(-4);
  const { database } = services;
  await makeChange(services, (change) => seedDemo(change, null, 'hash'));
  const gone = demoProductId(oldest[0]?.slug ?? '');
  await database.write((tx) => tx.deleteFrom('products').where('id', '=', gone).execute());

  await seedOrders(services, oldest);

  const { orders, orderItems, downloadDays } = await wholeDatabase(services);
  await seedOrders(services, oldest);
  expect(orders?.length).toBeGreaterThan(0);
  expect((await wholeDatabase(services)).orders).toEqual(orders);
  const sold = orderItems as { orderId: string; productId: string; price: number }[];
  expect(new Set(sold.map(({ productId }) => productId))).toEqual(
    new Set(oldest.slice(1).map(({ slug }) => demoProductId(slug))),
  );
  expect(downloadDays).not.toContainEqual(expect.objectContaining({ productId: gone }));
  for (const { id, totalPrice, totalDiscount } of orders as {
    id: string;
    totalPrice: number;
    totalDiscount: number;
  }[]) {
    const items = sold.filter(({ orderId }) => orderId === id);
    expect(items.reduce((sum, { price }) => sum + price, 0)).toBe(totalPrice + totalDiscount);
  }
});

test('a demo whose designs were all deleted has no orders', async () => {
  const services = await makeServices();
  await makeChange(services, (change) => seedDemo(change, null, 'hash'));
  await services.database.write((tx) => tx.deleteFrom('products').execute());

  await seedOrders(services, demoProducts(null));

  expect((await wholeDatabase(services)).orders).toEqual([]);
  expect(await isDemoComplete(services)).toBe(true);
});
