import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;

beforeEach(async () => {
  services = await makeServices({
    settings: { TIME_ZONE: 'Asia/Tokyo' },
    limitFactor: 1000,
  });
  app = createApp(services);
});

/** Moves the clock to an instant. */
function passUntil(at: string): void {
  services.pass(Date.parse(at) - services.clock().getTime());
}

test("is the environment's until the studio sets it, for figures and digest alike", async () => {
  const { cookie } = await joinStudio(app, services);
  const zones = async () => [
    (await callStudio(app, 'settings', { cookie })).answer.timeZone,
    (await callStudio(app, 'notifications', { cookie })).answer.digest.timeZone,
    (await callStudio(app, 'report', { cookie, query: {} })).answer.timeZone,
  ];

  expect(await zones()).toEqual(['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Tokyo']);
  await callStudio(app, 'setTimeZone', {
    cookie,
    body: { from: 'Asia/Tokyo', timeZone: 'Europe/Berlin' },
  });
  expect(await zones()).toEqual(['Europe/Berlin', 'Europe/Berlin', 'Europe/Berlin']);
});

test('the days of sales, searches and CSV agree while clocks change', async () => {
  const design = await addProduct(services, { price: 1000 });
  const { id: accountId } = await signUp(services);
  const first = await joinStudio(app, services);
  const body = { from: 'Asia/Tokyo', timeZone: 'Europe/Berlin' };
  await callStudio(app, 'setTimeZone', { cookie: first.cookie, body });
  // In Berlin, the 29th of March begins at 23:00 UTC and ends at 22:00.
  for (const at of [
    '2026-03-28T22:59:00.000Z',
    '2026-03-28T23:01:00.000Z',
    '2026-03-29T21:59:00.000Z',
    '2026-03-29T22:01:00.000Z',
  ]) {
    passUntil(at);
    await addOrder(services, { accountId, productIds: [design] });
    await app.request('/api/products/search?query=narwhal');
    await services.written();
  }
  passUntil('2026-03-30T12:00:00.000Z');
  const { cookie } = await joinStudio(app, services, 'leo@studio.example');
  const own = 'range=own&from=2026-03-28&until=2026-03-30';
  const { answer } = await callStudio(app, 'report', {
    cookie,
    query: { range: 'own', from: '2026-03-28', until: '2026-03-30' },
  });
  const csv = await app.request(`/api/studio/report/days?${own}`, { headers: { Cookie: cookie } });
  const searches = await services.database.read
    .selectFrom('emptySearches')
    .selectAll()
    .orderBy('day')
    .execute();

  expect(answer.days.map(({ day, orders }) => [day, orders])).toEqual([
    ['2026-03-28', 1],
    ['2026-03-29', 2],
    ['2026-03-30', 1],
  ]);
  expect(
    (await csv.text())
      .split('\r\n')
      .slice(1, 4)
      .map((line) => line.slice(0, 12)),
  ).toEqual(['2026-03-28,1', '2026-03-29,2', '2026-03-30,1']);
  expect(searches.map(({ day, count }) => [day, count])).toEqual([
    ['2026-03-28', 1],
    ['2026-03-29', 2],
    ['2026-03-30', 1],
  ]);
});
