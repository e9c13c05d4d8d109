import type { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';

let app: Hono;

beforeAll(async () => {
  const services = await makeServices();
  app = createApp(services);
  await addProduct(services, { title: 'Fox nap', price: 400, designers: ['Juniper Moon'] });
  await addProduct(services, {
    title: 'Fox run',
    price: 900,
    category: 'Kits',
    keywords: { motif: ['fox', 'moon'], style: ['flat'] },
  });
  await addProduct(services, { title: 'Whale', price: 400, keywords: { motif: ['moon'] } });
  await services.catalogue.refresh();
});

test('a search takes the filters of the shop', async () => {
  const query = { query: 'fox', maxPrice: '5', designer: 'Juniper Moon' };
  const { answer } = await call(app, 'productsSearch', { query });

  expect(answer.products.map(({ title }) => title)).toEqual(['Fox nap']);
});

test('what the results can be narrowed to is an answer of its own', async () => {
  const { answer } = await call(app, 'productsFacets', { query: { query: 'fox', maxPrice: '10' } });

  expect(answer.categories).toContainEqual({ _id: expect.any(String), name: 'Kits', count: 1 });
  expect(answer.designers).toContainEqual({ name: 'Juniper Moon', count: 1 });
});

test('the shop’s listing takes the words of a search’s filters', async () => {
  const query = { motif: 'moon,sun', style: 'flat' };
  const { answer } = await call(app, 'productsFilter', { query });

  expect(answer.products.map(({ title }) => title)).toEqual(['Fox run']);
});

test('all designs can be narrowed, without words to search for', async () => {
  const { answer } = await call(app, 'productsFacets', { query: { style: 'flat' } });

  expect(answer.motif).toEqual([
    { word: 'fox', count: 1 },
    { word: 'moon', count: 1 },
  ]);
});

test.each([
  'maxPrice=cheap',
  'minPrice=-1',
  'color=red',
  'favourites=yes',
  'page=0',
  `motif=${'x'.repeat(2001)}`,
  `style=${'x'.repeat(2001)}`,
])('a listing with %s is refused with a message', async (wrong) => {
  for (const path of ['search', 'search/facets', 'filter']) {
    if (path === 'search/facets' && wrong.startsWith('page')) continue;
    const response = await app.request(`/api/products/${path}?query=fox&${wrong}`);

    expect(response.status).toBe(422);
    expect(((await response.json()) as { message: string }).message).not.toBe('');
  }
});
