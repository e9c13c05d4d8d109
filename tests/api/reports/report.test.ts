import fc from 'fast-check';
import type { Hono } from 'hono';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { runRetention } from '#server/operations/retention.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { daysOf } from '#server/reports/range.ts';
import { itemSales, sharesOf } from '#server/reports/shares.ts';
import { readYearsFigures } from '#server/reports/years-figures.ts';
import { Figures } from '#studio/features/today/figures.tsx';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { loggingDatabase } from '#tests/support/query-log.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const day = 86_400_000;
const zone = 'Europe/Berlin';
let services: TestServices;
let app: Hono;
let accountId: string;
let cookie: string;
let joined = 0;

beforeEach(async () => {
  services = await makeServices({
    settings: { TIME_ZONE: zone },
    limitFactor: 1000,
  });
  app = createApp(services);
  ({ id: accountId } = await signUp(services));
  ({ cookie } = await joinStudio(app, services));
});

async function report(
  query: { range?: '7' | '30' | '90' | 'year' | 'own'; from?: string; until?: string } = {},
) {
  // A session may have ended while time passed.
  joined += 1;
  ({ cookie } = await joinStudio(app, services, `mia-${joined}@studio.example`));
  return (await callStudio(app, 'report', { cookie, query })).answer;
}

/** A paid order of these designs, at their current prices. */
async function sell(
  productIds: readonly string[],
  cents: number,
  more: {
    couponCode?: string;
    couponDiscount?: number;
    customerCountry?: string;
    capturedAmount?: number | null;
    paymentMethod?: string;
  } = {},
) {
  const order = await addOrder(services, { accountId, productIds });
  await services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ totalPrice: cents, capturedAmount: cents, ...more })
      .where('id', '=', order.id)
      .execute(),
  );
  return order;
}

async function giveBack(orderId: string, amount: number, orderItemId: string | null) {
  const id = newId();
  const createdAt = services.clock().toISOString();
  const row = {
    id,
    orderId,
    orderItemId,
    kind: 'refund',
    amount,
    providerId: id,
    createdAt,
  } as const;
  await services.database.write((tx) => tx.insertInto('refunds').values(row).execute());
}

test('adds up sales minus refunds, by day, design, designer, coupon and country', async () => {
  const foxes = await addProduct(services, { title: 'Foxes', price: 1000 });
  const both = await addProduct(services, {
    title: 'Moons',
    price: 2000,
    discountedPrice: 1501,
    designers: ['Clementine Fox', 'Juniper Moon'],
  });
  await sell([foxes], 1000, { customerCountry: 'France' });
  services.pass(2 * day);
  const whole = await sell([foxes, both], 2501, { couponCode: 'SPRING', couponDiscount: 100 });
  await giveBack(whole.id, 250, null);
  const byItem = await sell([foxes, both], 2501, { customerCountry: ' Germany ' });
  await giveBack(byItem.id, 1000, byItem.itemIds[0] ?? '');
  const gone = await sell([foxes], 1000);
  await giveBack(gone.id, 1000, null);
  await addOrder(services, { accountId, productIds: [foxes], state: 'review' });

  const { days, totals, designs, designers, coupons, countries, before } = await report();

  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ orders: 2, net: 37.52, refunded: 22.5 });
  expect(days.at(-3)).toMatchObject({ orders: 1, net: 10, refunded: 0 });
  expect(totals).toMatchObject({ orders: 3, net: 47.52, sold: 4, refunds: 3, refunded: 22.5 });
  expect(before.totals).toMatchObject({ orders: 0, net: 0, sold: 0 });
  expect(designs).toMatchObject([
    { id: both, title: 'Moons', sold: 2, net: 28.51 },
    { id: foxes, title: 'Foxes', sold: 2, net: 19.01 },
  ]);
  expect(designers).toEqual([
    { name: 'Clementine Fox', sold: 4, net: 33.26 },
    { name: 'Juniper Moon', sold: 2, net: 14.26 },
  ]);
  expect(coupons).toEqual([{ code: 'SPRING', orders: 1, net: 22.51, discount: 1 }]);
  expect(countries).toEqual([
    { country: '', orders: 1, net: 22.51 },
    { country: 'Germany', orders: 1, net: 15.01 },
    { country: 'France', orders: 1, net: 10 },
  ]);
});

test('gifts are not sales, and missing payments are not revenue', async () => {
  const foxes = await addProduct(services, { title: 'Foxes', price: 1000 });
  await sell([foxes], 1000, { capturedAmount: 500 });
  // In another currency.
  await sell([foxes], 1000, { capturedAmount: null });
  await sell([foxes], 0, { capturedAmount: null, paymentMethod: 'Gift' });

  const { totals, designs } = await report({ range: '7' });

  expect(totals).toMatchObject({ orders: 2, net: 5, sold: 2 });
  expect(designs).toMatchObject([{ id: foxes, sold: 2, net: 5 }]);
});

test('compares a range with as many days before it', async () => {
  const design = await addProduct(services, { price: 1000 });
  await sell([design], 1000);
  services.pass(7 * day);
  await sell([design], 1000);
  await sell([design], 1000);

  const { totals, before } = await report({ range: '7' });
  const own = await report({ range: 'own', from: before.from, until: before.until });

  expect([totals.orders, before.totals.orders, own.totals.orders]).toEqual([2, 1, 1]);
  expect(own.days.map(({ day: name }) => name)).toEqual(before.days.map(({ day: name }) => name));
});

test("a day begins at the shop's midnight, and is as long as the clock changes make it", () => {
  const at = new Date('2026-03-31T12:00:00.000Z');
  const { days, before } = daysOf({ range: 'year', from: undefined, until: undefined }, at, zone);
  const change = days.find((each) => each.day === '2026-03-29');

  expect([days[0].day, days.at(-1)?.day, days.length]).toEqual(['2026-01-01', '2026-03-31', 90]);
  expect([before[0].day, before.at(-1)?.day]).toEqual(['2025-10-03', '2025-12-31']);
  expect(change?.startsAt).toBe('2026-03-28T23:00:00.000Z');
  expect(change?.endsAt).toBe('2026-03-29T22:00:00.000Z');
});

test('counts buyers from the cart to the payment', async () => {
  const design = await addProduct(services);
  const now = services.clock().toISOString();
  await sell([design], 1200);
  const open = await signUp(services);
  await addOrder(services, { accountId: open.id, productIds: [design], state: 'void' });
  const idle = await signUp(services);
  await services.database.write((tx) =>
    tx
      .insertInto('cartLines')
      .values(
        [accountId, idle.id].map((id) => ({ accountId: id, productId: design, addedAt: now })),
      )
      .execute(),
  );

  expect((await report()).totals).toMatchObject({ inCart: 3, checkedOut: 2, paid: 1 });
});

test('a buyer of several days counts once, and stored counts follow later changes', async () => {
  const design = await addProduct(services);
  const buyers = await Promise.all([signUp(services), signUp(services), signUp(services)]);
  const [ada, ben, cleo] = buyers.map(({ id }) => id);
  const order = (id = '', state: 'paid' | 'void' = 'paid') =>
    addOrder(services, { accountId: id, productIds: [design], state });
  const change = (id: string, set: object) =>
    services.database.write((tx) =>
      tx.updateTable('orders').set(set).where('id', '=', id).execute(),
    );
  const counts = async () => {
    const { totals, before } = await report({ range: '30' });
    return [totals, before.totals].flatMap((each) => [each.checkedOut, each.paid]);
  };
  await order(ada);
  services.pass(29 * day);
  await order(ada);
  const unpaid = await order(ben, 'void');
  services.pass(5 * day);
  await order(ada);
  await order(ben);
  await order(cleo, 'void');

  expect(await counts()).toEqual([3, 2, 1, 1]);
  expect(await counts()).toEqual([3, 2, 1, 1]);
  await change(unpaid.id, { state: 'review' });
  expect(
    await services.database.read.selectFrom('buyerCounts').select(['begun', 'paid']).execute(),
  ).toEqual(
    expect.arrayContaining([
      { begun: 2, paid: 1 },
      { begun: 1, paid: 1 },
    ]),
  );
  services.pass(day);
  expect(await counts()).toEqual([3, 2, 1, 1]);
  await change(unpaid.id, { state: 'paid', paymentMethod: 'gift' });
  expect(await counts()).toEqual([3, 2, 1, 1]);
  await change(unpaid.id, { paymentMethod: 'paypal', accountId: cleo });
  expect(await counts()).toEqual([3, 3, 1, 1]);
  services.pass(-3 * day);
  await order(accountId);
  services.pass(3 * day);
  expect(await counts()).toEqual([4, 4, 1, 1]);
  await runRetention(services);
  expect(await services.database.read.selectFrom('buyerCounts').selectAll().execute()).toEqual([]);
  expect(await counts()).toEqual([4, 4, 1, 1]);
});

test('a year that was read in the background is not added up again', async () => {
  const productId = await addProduct(services);
  for (const days of [40, 40, 40, 2, 0]) {
    await sell([productId], 1000);
    services.pass(days * day);
  }
  const log = loggingDatabase(services.database);
  const logged = { ...services, database: log };
  await readYearsFigures(logged);
  const stored = log.statements.filter((statement) => /insert into/i.test(statement));
  log.statements.length = 0;
  await readYearsFigures(logged);

  expect(stored.some((statement) => statement.includes('saleSums'))).toBe(true);
  expect(stored.some((statement) => statement.includes('buyerCounts'))).toBe(true);
  expect(log.statements.filter((statement) => /insert into/i.test(statement))).toEqual([]);
  expect((await report({ range: 'year' })).totals).toMatchObject({ orders: 5, net: 50 });
});

test('practice orders count no more once payments are live, whatever was stored before', async () => {
  const productIds = [await addProduct(services)];
  const practice = await sell(productIds, 1000, { couponCode: 'TEN', customerCountry: 'France' });
  services.pass(40 * day);
  await sell(productIds, 1000, { customerCountry: 'France' });
  await giveBack(practice.id, 300, null);
  services.pass(2 * day);
  const tried = (await report({ range: 'year' })).totals;
  Object.assign(services.env, { payments: { ...services.env.payments, mode: 'live' } });
  const begun = await report({ range: 'year' });
  await sell(productIds, 500);
  services.pass(2 * day);
  const sold = await report({ range: 'year' });

  expect(tried).toMatchObject({ orders: 2, net: 17, refunds: 1, checkedOut: 1, paid: 1 });
  const none = { orders: 0, net: 0, sold: 0, refunds: 0, refunded: 0, checkedOut: 0, paid: 0 };
  expect(begun).toMatchObject({ totals: none, designs: [], coupons: [], countries: [] });
  expect(sold.totals).toMatchObject({ orders: 1, net: 5, sold: 1, checkedOut: 1, paid: 1 });
  expect((await report({ range: 'year' })).totals).toEqual(sold.totals);
});

test('a refund of an order that never became a sale isn’t among those of sales', async () => {
  const order = await sell([await addProduct(services)], 1000);
  await giveBack(order.id, 1000, null);
  await services.database.write((tx) => tx.updateTable('orders').set({ state: 'void' }).execute());

  expect((await report()).totals).toMatchObject({ orders: 0, refunds: 0, refunded: 0 });
});

test('sums of many millions are right when they are read, stored and shown', async () => {
  const productIds = [await addProduct(services, { price: 99_999_999 })];
  for (let order = 0; order < 30; order += 1) await sell(productIds, 99_999_999);
  const sum = 29_999_999.7;

  const read = await report();
  services.pass(2 * day);
  const summed = await report();
  const stored = await report();

  for (const { totals, designs, countries } of [read, summed, stored]) {
    expect([totals.net, designs[0]?.net, countries[0]?.net]).toEqual([sum, sum, sum]);
  }
  expect(renderToStaticMarkup(createElement(Figures, stored))).toContain('$29,999,999.70');
});

test('a new shop has an empty report', async () => {
  const { totals, designs, days } = await report({ range: '90' });

  expect(totals).toMatchObject({ orders: 0, net: 0, inCart: 0, downloads: 0 });
  expect([designs, days.length]).toEqual([[], 90]);
});

test.each([
  [{ range: 'own' }],
  [{ range: 'own', from: '2026-03-02', until: '2026-03-01' }],
  [{ range: 'own', from: '2024-01-01', until: '2026-01-01' }],
  [{ range: 'own', from: '2026-02-30', until: '2026-03-01' }],
  [{ range: '8' }],
  [{ range: 'own', from: '2026-02-01', until: '2026-02-31' }],
])('refuses the range %j', async (query) => {
  const { status } = await studioRefused(app, 'report', { cookie, query: query as never });
  expect(status).toBe(422);
});

test('each table is a CSV with all its rows', async () => {
  for (let place = 0; place < 12; place++) {
    await sell([await addProduct(services, { title: `=Design ${place}` })], 1200);
  }
  const csvOf = async (table: 'designs' | 'days' | 'conversion') => {
    const params = { table };
    const response = await app.request(`/api/studio/report/${params.table}?range=7`, {
      headers: { Cookie: cookie },
    });
    expect(response.headers.get('content-disposition')).toContain(`${table}-2026-`);
    return (await response.text()).trim().split('\r\n');
  };

  const { designs, otherDesigns } = await report({ range: '7' });

  expect([designs.length, otherDesigns]).toEqual([10, { count: 2, sold: 2, net: 24 }]);
  expect(await csvOf('designs')).toHaveLength(13);
  expect((await csvOf('designs'))[1]).toContain("'=Design");
  expect((await csvOf('days')).at(-1)).toMatch(/,12,144\.00,0\.00,0$/);
  expect((await csvOf('conversion'))[3]).toBe('Paid,1,0');
});

test('shares add up to the amount, and no item brings in more than its part', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.nat(100_000),
      fc.array(fc.record({ price: fc.nat(5000), refunded: fc.nat(3000) }), {
        minLength: 1,
        maxLength: 6,
      }),
      (captured, refunded, items) => {
        const shares = sharesOf(
          captured,
          items.map(({ price }) => price),
        );
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(captured);
        for (const [place, { net }] of itemSales({ captured, refunded, items }).entries()) {
          expect(net).toBeGreaterThanOrEqual(0);
          expect(net).toBeLessThanOrEqual(shares[place] ?? 0);
        }
      },
    ),
  );
});

const arbitraryOrder = fc.record({
  /** Hours before now. */
  age: fc.integer({ min: 0, max: 24 * 20 }),
  designs: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
  part: fc.constantFrom(1, 1, 1, 0.37),
  refund: fc.constantFrom(0, 0, 0, 0.2, 1),
  country: fc.constantFrom('', 'France', 'Japan'),
  coupon: fc.constantFrom(null, null, 'SPRING', 'NEWS'),
});

test('agrees with a recount of every order by hand', async () => {
  const prices = [500, 999, 1501, 2000];
  const products: string[] = [];
  for (const price of prices) products.push(await addProduct(services, { price }));
  const dayName = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryOrder, { maxLength: 12 }), async (orders) => {
      await services.database.write(async (tx) => {
        for (const table of ['refunds', 'orderItems', 'orders'] as const) {
          await tx.deleteFrom(table).execute();
        }
      });
      const counted: {
        day: string;
        net: number;
        isSold: boolean;
        country: string;
        coupon: string | null;
      }[] = [];
      for (const { age, designs, part, refund, country, coupon } of orders) {
        services.pass(-age * 3_600_000);
        const total = designs.reduce((sum, place) => sum + (prices[place] ?? 0), 0);
        const captured = Math.floor(total * part);
        const back = Math.floor(captured * refund);
        const { id } = await sell(
          designs.map((place) => products[place] ?? ''),
          total,
          {
            capturedAmount: captured,
            customerCountry: country,
            ...(coupon && { couponCode: coupon }),
          },
        );
        if (back > 0) await giveBack(id, back, null);
        const net = captured - back;
        counted.push({
          day: dayName.format(services.clock()),
          net,
          isSold: net > 0,
          country,
          coupon,
        });
        services.pass(age * 3_600_000);
      }
      const answer = await report({ range: '7' });
      const within = counted.filter((each) => each.day >= answer.from && each.day <= answer.until);
      const cents = (rows: typeof counted) => rows.reduce((sum, { net }) => sum + net, 0);
      const sumOf = (rows: readonly { net: number }[]) =>
        Math.round(rows.reduce((sum, { net }) => sum + net * 100, 0));

      for (const each of answer.days) {
        const own = within.filter(({ day: name }) => name === each.day);
        expect(Math.round(each.net * 100)).toBe(cents(own));
        expect(each.orders).toBe(own.filter(({ isSold }) => isSold).length);
      }
      expect(sumOf(answer.designs)).toBe(cents(within));
      expect(sumOf(answer.designers)).toBe(cents(within));
      expect(sumOf(answer.countries)).toBe(cents(within));
      expect(sumOf(answer.coupons)).toBe(cents(within.filter(({ coupon }) => coupon !== null)));
      for (const { country, net } of answer.countries) {
        const own = within.filter((each) => each.country === country);
        expect(Math.round(net * 100)).toBe(cents(own));
      }
    }),
    { numRuns: 25 },
  );
});

test('sums of days that are over follow later changes', async () => {
  const design = await addProduct(services, { price: 1000 });
  const kept = await sell([design], 1000, { couponCode: 'SPRING' });
  const returned = await sell([design], 1000, { customerCountry: 'France' });
  services.pass(40 * day);
  const own = { range: 'own', from: '2026-03-01', until: '2026-03-31' } as const;
  expect((await report(own)).totals).toMatchObject({ orders: 2, net: 20, sold: 2 });

  await giveBack(returned.id, 1000, null);
  const refunded = await report(own);
  await services.database.write((tx) =>
    tx.updateTable('orders').set({ customerCountry: 'Japan' }).where('id', '=', kept.id).execute(),
  );
  const moved = await report(own);
  services.pass(-39 * day);
  await sell([design], 1000);
  services.pass(39 * day);
  const late = await report(own);

  expect(refunded.totals).toMatchObject({ orders: 1, net: 10, sold: 1 });
  expect(moved.countries).toEqual([{ country: 'Japan', orders: 1, net: 10 }]);
  expect(moved.coupons).toMatchObject([{ code: 'SPRING', orders: 1, net: 10 }]);
  expect(late.totals).toMatchObject({ orders: 2, net: 20, sold: 2 });
  const stored = await services.database.read.selectFrom('saleSums').selectAll().execute();
  expect(stored.map(({ startsAt }) => startsAt)).toContain('2026-02-28T23:00:00.000Z');
});

test('a year’s whole months are summed up together once, and follow later changes', async () => {
  const design = await addProduct(services, { price: 1000 });
  services.pass(-45 * day);
  const early = await sell([design], 1000, { couponCode: 'SPRING' });
  services.pass(40 * day);
  await sell([design], 1000, { couponCode: 'SPRING', customerCountry: 'France' });
  services.pass(40 * day);
  await sell([design], 1000);
  const ofYear = () => report({ range: 'year' });

  const first = await ofYear();
  const again = await ofYear();
  await giveBack(early.id, 1000, null);
  const refunded = await ofYear();

  expect(again).toEqual(first);
  expect(first.totals).toMatchObject({ orders: 3, net: 30, sold: 3 });
  expect(first.coupons).toMatchObject([{ code: 'SPRING', orders: 2, net: 20 }]);
  expect(first.designs).toMatchObject([{ id: design, sold: 3, net: 30 }]);
  expect(refunded.totals).toMatchObject({ orders: 2, net: 20, sold: 2 });
  expect(refunded.designs).toMatchObject([{ id: design, sold: 2, net: 20 }]);
  const { count } = await services.database.read
    .selectFrom('saleSums')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('startsAt', '=', '2025-12-31T23:00:00.000Z')
    .executeTakeFirstOrThrow();
  // January alone, and together with what follows.
  expect(count).toBe(2);
});
