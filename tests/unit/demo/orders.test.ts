import { expect, test } from 'vitest';
import { demoDownloads, demoOrders } from '#demo/orders.ts';
import { demoProducts } from '#demo/seed.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const designs = demoProducts(null);
const orders = demoOrders(designs, now);

test('the demo has the same year of orders on every machine', () => {
  expect(JSON.stringify(demoOrders(designs, now))).toBe(JSON.stringify(orders));
  expect(orders.every(({ at }) => at <= now)).toBe(true);
  const months = new Set(orders.map(({ at }) => at.toISOString().slice(0, 7)));
  expect(months.size).toBeGreaterThan(11);
});

test('a design of the last year was ordered as often as it says it was sold', () => {
  const sold = Map.groupBy(
    orders.filter(({ state }) => state === 'paid').flatMap(({ items }) => items),
    ({ design }) => design.slug,
  );
  for (const { slug, salesCount, publishedDaysAgo } of designs) {
    const count = sold.get(slug)?.length ?? 0;
    if (publishedDaysAgo <= 365) expect([slug, count]).toEqual([slug, salesCount]);
    else expect(count).toBeLessThanOrEqual(salesCount);
  }
});

test('some buyers begin to check out and never pay', () => {
  const payers = new Set(
    orders.filter(({ state }) => state !== 'void').map(({ buyer }) => buyer.key),
  );
  const begun = new Set(orders.map(({ buyer }) => buyer.key));

  expect(payers.size / begun.size).toBeGreaterThan(0.5);
  expect(payers.size / begun.size).toBeLessThan(0.9);
});

test('most designs are downloaded once, some again later or not yet, and none in the future', () => {
  const sold = orders.filter(({ state }) => state === 'paid').flatMap(({ items }) => items).length;
  const downloads = demoDownloads(orders, now);

  expect(downloads.length / sold).toBeGreaterThan(1.02);
  expect(downloads.length / sold).toBeLessThan(1.4);
  expect(downloads.every(({ at }) => at <= now)).toBe(true);
});

test('no chart of the demo is empty', () => {
  const some = (is: (order: (typeof orders)[number]) => boolean) => orders.filter(is).length;

  expect(new Set(orders.map(({ buyer }) => buyer.country)).size).toBeGreaterThan(6);
  expect(some(({ state }) => state === 'refunded')).toBeGreaterThan(20);
  expect(some(({ state }) => state === 'void')).toBeGreaterThan(200);
  expect(some(({ coupon }) => coupon === 'WELCOME10')).toBeGreaterThan(100);
  expect(some(({ coupon }) => coupon === 'AUTUMN15')).toBeGreaterThan(50);
  expect(some(({ items }) => items.length > 2)).toBeGreaterThan(100);
  for (const { items } of orders) {
    expect(new Set(items.map(({ design }) => design.slug)).size).toBe(items.length);
  }
});
