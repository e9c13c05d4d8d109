import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { countedWords, createEmptySearches } from '#server/catalogue/empty-searches.ts';
import { runRetention } from '#server/operations/retention.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const day = 86_400_000;
let services: TestServices;
let app: Hono;

beforeEach(async () => {
  services = await makeServices();
  app = createApp(services);
  await addProduct(services, { title: 'Sleepy Fox' });
  await services.catalogue.refresh();
});

async function search(text: string) {
  await app.request(`/api/products/search?query=${encodeURIComponent(text)}`);
}

/** What is stored, after what was started. */
async function counted() {
  await services.written();
  return services.database.read.selectFrom('emptySearches').selectAll().execute();
}

test('counts searches without results by words and day, with nothing about the buyer', async () => {
  await search('fox');
  await search('Narwhal');
  await search(' the  narwhál ');
  await search('narwhal');

  expect(await counted()).toEqual([{ day: '2026-03-01', words: 'narwhal', count: 3 }]);
});

test('a search that only its filters leave empty isn’t counted', async () => {
  await app.request('/api/products/search?query=fox&maxPrice=1');
  await app.request('/api/products/search?query=narwhal&motif=moon');

  expect(await counted()).toEqual([]);
});

test('shows them in the report of their days, and all of them in the CSV', async () => {
  for (const text of ['owl', 'narwhal', 'narwhal']) await search(text);
  await counted();
  services.pass(8 * day);
  await search('=walrus');
  await counted();
  const { cookie } = await joinStudio(app, services);

  const week = await callStudio(app, 'report', { cookie, query: { range: '7' } });
  const month = await callStudio(app, 'report', { cookie, query: { range: '30' } });
  const csv = await app.request('/api/studio/report/searches?range=30', {
    headers: { Cookie: cookie },
  });

  expect(week.answer.emptySearches).toEqual([{ words: 'walrus', count: 1 }]);
  expect(month.answer.emptySearches).toEqual([
    { words: 'narwhal', count: 2 },
    { words: 'owl', count: 1 },
    { words: 'walrus', count: 1 },
  ]);
  expect(await csv.text()).toBe('Words,Searches\r\nnarwhal,2\r\nowl,1\r\nwalrus,1\r\n');
});

test.each([
  ['ada@shop.example', null],
  ['ada [at] shop 0171 2345678', null],
  ['PW-7KD3QX', null],
  ['12.03.1985', null],
  ['https://shop.example/fox', null],
  ['a'.repeat(101), null],
  ['!?', null],
  ['Christmas 2026', 'christmas 2026'],
  ['8x10 Paper', '8x10 paper'],
  ['The Owl & the Moon', 'owl moon'],
])('counts %s as %s', (text, words) => {
  expect(countedWords(text)).toBe(words);
});

test('is not flooded: an address counts 30 times a day, and a day has 500 different words', async () => {
  const count = createEmptySearches(services);
  const words = (place: number) => `q${'x'.repeat(place % 26)} z${'y'.repeat(place / 26)}`;
  for (let place = 0; place < 40; place++) count(words(place), '192.0.2.1');
  expect(await counted()).toHaveLength(30);
  for (let place = 0; place < 520; place++) count(words(place), `198.51.100.${place >> 2}`);
  count(words(0), '192.0.2.2');

  const rows = await counted();
  expect(rows).toHaveLength(500);
  expect(Math.max(...rows.map((row) => row.count))).toBe(3);
});

test('forgets them after 400 days', async () => {
  await search('narwhal');
  await counted();
  services.pass(400 * day);
  await runRetention(services);
  expect(await counted()).toHaveLength(1);
  services.pass(day);
  await runRetention(services);
  expect(await counted()).toEqual([]);
});
