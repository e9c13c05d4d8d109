import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createSearchLimit } from '#server/catalogue/search-limit.ts';
import { makeServices } from '#tests/support/make-services.ts';

const searchPath = (word: string) => `/api/products/search?query=${word}`;

test("limits an address's searches that no cached answer serves, and says how long to wait", async () => {
  // Six of the six hundred.
  const services = await makeServices({ limitFactor: 0.01 });
  const app = createApp(services);
  const paths = [
    searchPath('a1'),
    searchPath('a2'),
    '/api/products/suggest?query=a3',
    '/api/products/best-selling?search=a4',
    searchPath('a5'),
    searchPath('a6'),
  ];
  for (const path of [...paths, ...paths]) expect((await app.request(path)).status).toBe(200);
  services.pass(10_000);
  const refused = await app.request(searchPath('a7'));
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('50');
  expect(await refused.json()).toMatchObject({
    code: 'TOO_MANY',
    message: 'Too many searches. Try again in 1 minute.',
  });
  for (const path of ['/api/products/filter', '/api/products/best-selling', paths[0] ?? '']) {
    expect((await app.request(path)).status, path).toBe(200);
  }
  services.pass(50_000);
  expect((await app.request(searchPath('a7'))).status).toBe(200);
});

test('counts what a search can be narrowed to, without words too', async () => {
  // One of the six hundred.
  const app = createApp(await makeServices({ limitFactor: 1 / 600 }));
  const pathOf = (price: number) => `/api/products/search/facets?maxPrice=${price}`;

  const statuses: number[] = [];
  for (const price of [1, 1, 2]) statuses.push((await app.request(pathOf(price))).status);

  expect(statuses).toEqual([200, 200, 429]);
});

test('counts each address separately', () => {
  const limit = createSearchLimit(() => new Date(0), 1 / 600);
  limit.spend('1.1.1.1');
  expect(() => limit.spend('1.1.1.1')).toThrow('Too many searches');
  limit.spend('2.2.2.2');
});

test('remembers the newest ten thousand addresses', () => {
  const limit = createSearchLimit(() => new Date(0), 1 / 600);
  for (let place = 0; place < 10_001; place++) limit.spend(`address ${place}`);

  limit.spend('address 0');
  expect(() => limit.spend('address 10000')).toThrow('Too many searches');
});
