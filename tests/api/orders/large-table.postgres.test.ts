import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { isLookUp, isSampled, openLargeShop } from '#tests/support/large-shop-on-postgres.ts';
import { postgresPlans } from '#tests/support/postgres-plans.ts';
import { callStudio } from '#tests/support/studio-call.ts';

let { url, app, cookie, database } = {} as Awaited<ReturnType<typeof openLargeShop>>;

const name = { search: 'greta', from: '2025-06-20T15:00:00.000Z' };
const ofMonth = (search: string) => ({
  ...{ search, from: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' },
});

async function orders(query: Readonly<Record<string, string>>) {
  database.reads.length = 0;
  const { answer } = await callStudio(app, 'orders', { cookie, query });
  const steps = await postgresPlans(url, [...database.reads]);
  return { ...answer, isLookedUp: steps.some(isLookUp) };
}

/** The answers while the table is small. */
let small: Awaited<ReturnType<typeof orders>>[] = [];

beforeAll(async () => {
  ({ url, app, cookie, database } = await openLargeShop({
    designs: 50,
    accounts: 1000,
    orders: 24_000,
  }));
  small = [await orders(name), await orders(ofMonth('björn weber'))];
  // As if 300,000 texts had been written between the first and the second.
  await database.write((tx) =>
    sql`update "orderTexts" set id = id + 300000 where id > 1`.execute(tx),
  );
});

test('in a large table a name that many have is not collected, and counted at least', async () => {
  const found = await orders(name);

  expect(small[0]).toMatchObject({ total: 1802, isCounted: true, isLookedUp: true });
  expect(found).toMatchObject({ isCounted: false, isLookedUp: false });
  expect(found.total).toBeGreaterThanOrEqual(1000);
  expect(found.total).toBeLessThan(1802);
  expect(found.items).toEqual(small[0]?.items);
});

test('a few runs of orders are enough for a word of many titles', async () => {
  const { isCounted } = await orders({ ...name, search: 'fox' });
  const steps = await postgresPlans(url, [...database.reads]);
  expect(isCounted).toBe(false);
  // One of the texts, and one of the orders with their designs.
  expect(steps.filter(isSampled)).toHaveLength(2);
});

test('such a list goes on to its end', async () => {
  const last = await orders({ ...name, page: '37' });
  expect(last).toMatchObject({ total: 1802, totalPages: 37, isCounted: true });
  expect(last.items).toHaveLength(2);
});

test('orders of few days are read instead of looked up', async () => {
  const found = await orders(ofMonth('björn weber'));
  expect(found.items.length).toBeGreaterThan(0);
  expect(found).toEqual({ ...small[1], isLookedUp: false });
});

test('the orders of few days are counted, and a page after their end is empty', async () => {
  const month = ofMonth('.example');
  const [page, after] = [await orders(month), await orders({ ...month, page: '99' })];
  const all = await orders(ofMonth(''));
  expect(page).toMatchObject({ total: all.total, isCounted: true, items: all.items });
  expect(after).toMatchObject({ items: [], total: all.total, isCounted: true });
});

test('a name that many once had is looked up where the newest orders don’t have it', async () => {
  const former = 'retired theme';
  await database.write((tx) =>
    sql`update "orderTexts" set text = ${former} where "createdAt" < '2025-06-01'`.execute(tx),
  );
  const found = await orders({ search: former, from: '2024-12-21T00:00:00.000Z' });
  expect(found).toMatchObject({ isCounted: true, isLookedUp: true });
  expect(found.items[0]?.createdAt).toMatch(/^2025-05-31/);
});

test('an order of few days is found by an id of the provider, too', async () => {
  const [order] = (await orders(ofMonth(''))).items;
  const { providerOrderId: id } = await database.read
    .selectFrom('orders')
    .select('providerOrderId')
    .where('id', '=', order?.id ?? '')
    .executeTakeFirstOrThrow();
  expect((await orders(ofMonth(id ?? ''))).items).toEqual([order]);
});
