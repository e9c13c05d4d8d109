import type { Hono } from 'hono';
import type { QueryId } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { openCatalogue } from '#server/catalogue/feed.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addCollection } from '#tests/support/add-collection.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

let services: TestServices;
let app: Hono;

/** A shop with forty designs: price and sales rise with the number in the title. */
beforeAll(async () => {
  services = await makeServices();
  for (let place = 0; place < 40; place++) {
    await addProduct(services, {
      title: `Design ${String(place).padStart(2, '0')}`,
      price: 300 + place * 100,
      salesCount: place,
      isDesignerFavourite: place % 5 === 0,
      category: place % 2 === 0 ? 'Woodland' : 'Sea',
      designers: [place % 4 === 0 ? 'Juniper Moon' : 'Clementine Fox'],
    });
    services.pass(60_000);
  }
  app = createApp(services);
});

const titles = (products: readonly { title: string }[]) => products.map(({ title }) => title);

async function categoryId(name: string): Promise<string> {
  const { answer } = await call(app, 'filterOptions', {});
  return answer.categories.find((category) => category.name === name)?._id ?? '';
}

describe('catalogue calls', () => {
  test('returns categories, designers and the price range as filter options (S01, O05)', async () => {
    const { answer } = await call(app, 'filterOptions', {});
    expect(answer.categories.map(({ name }) => name)).toEqual(['Sea', 'Woodland']);
    expect(answer.designers).toEqual(['Clementine Fox', 'Juniper Moon']);
    expect(answer.priceRange).toEqual({ minPrice: 3, maxPrice: 42 });
  });

  test('filters a page by category, designer and price, in the requested order (S02, O06)', async () => {
    const query = {
      category: await categoryId('Woodland'),
      designer: 'Juniper Moon',
      minPrice: '5',
      maxPrice: '20',
      sort: 'price-high-low' as const,
      page: '1',
      limit: '3',
    };
    const { answer } = await call(app, 'productsFilter', { query });
    expect(titles(answer.products)).toEqual(['Design 16', 'Design 12', 'Design 08']);
    expect(answer).toMatchObject({ total: 4, totalPages: 2 });
  });

  test("filters by the designers' favourites along with the other filters", async () => {
    const query = { category: await categoryId('Woodland'), favourites: '1' as const };
    const { answer } = await call(app, 'productsFilter', { query });
    const marked = ['Design 30', 'Design 20', 'Design 10', 'Design 00'];
    expect(titles(answer.products)).toEqual(marked);
    expect((await call(app, 'filterOptions', {})).answer.hasFavourites).toBe(true);
  });

  test('several categories are ORed, comma-joined or repeated', async () => {
    const both = `${await categoryId('Woodland')},${await categoryId('Sea')}`;
    const { answer } = await call(app, 'productsFilter', { query: { category: both } });
    expect(answer.total).toBe(40);
    const response = await app.request(
      `/api/products/filter?designer=Juniper%20Moon&designer=Clementine%20Fox`,
    );
    expect(await response.json()).toMatchObject({ total: 40 });
  });

  test('without filters, returns all products newest first, with the number of pages of 28 (S03)', async () => {
    const { answer } = await call(app, 'products', {});
    expect(answer.products).toHaveLength(40);
    expect(answer.products[0]?.title).toBe('Design 39');
    expect(answer.totalPages).toBe(2);
  });

  test('search returns ten per page by default (S04)', async () => {
    const { answer } = await call(app, 'productsSearch', { query: { query: 'design' } });
    expect(answer.products).toHaveLength(10);
    expect(answer.totalPages).toBe(4);
    const second = await call(app, 'productsSearch', {
      query: { query: 'desing', search: 'sea', page: '2', limit: '15', sort: 'a-z' },
    });
    expect(titles(second.answer.products)).toEqual([
      'Design 31',
      'Design 33',
      'Design 35',
      'Design 37',
      'Design 39',
    ]);
  });

  test('best sellers come ten per page, most sold first, without unsold designs (S05)', async () => {
    const { answer } = await call(app, 'productsBestSelling', { query: {} });
    expect(titles(answer.products).slice(0, 2)).toEqual(['Design 39', 'Design 38']);
    expect(answer.products).toHaveLength(10);
    const last = await call(app, 'productsBestSelling', { query: { page: '4' } });
    expect(titles(last.answer.products).at(-1)).toBe('Design 01');
    const found = await call(app, 'productsBestSelling', {
      query: { search: 'sea', sort: 'oldest' },
    });
    expect(found.answer.products[0]?.title).toBe('Design 01');
  });

  test('new arrivals are the newest designs (S06)', async () => {
    const { answer } = await call(app, 'productsNewArrivals', {});
    expect(answer.products[0]?.title).toBe('Design 39');
    expect(answer.products).toHaveLength(28);
  });

  test('a product has every field of the specification (S07, O04)', async () => {
    const { answer: all } = await call(app, 'products', {});
    const id = all.products[5]?._id ?? '';
    const { answer } = await call(app, 'product', { params: { id } });
    expect(answer.product).toMatchObject({
      _id: id,
      title: 'Design 34',
      price: 37,
      discountedPrice: null,
      designer: ['Clementine Fox'],
      salesCount: 34,
      sku: `PW-${id}`,
      description: '<p>A design.</p>',
      images: [
        {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          url: expect.stringMatching(/^\/images\//),
        },
      ],
      categories: [{ _id: await categoryId('Woodland'), name: 'Woodland' }],
    });
  });

  test('a product that does not exist is a 404 with a message', async () => {
    for (const id of ['0'.repeat(24), 'nonsense', '..%2f..%2fetc']) {
      const response = await app.request(`/api/products/${id}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('every sort is accepted by each listing (S30)', async () => {
    for (const sort of [
      'newest',
      'oldest',
      'price-low-high',
      'price-high-low',
      'a-z',
      'z-a',
    ] as const) {
      await call(app, 'productsFilter', { query: { sort } });
      await call(app, 'productsSearch', { query: { sort, query: 'design' } });
      await call(app, 'productsBestSelling', { query: { sort } });
    }
  });

  test.each([
    ['sort', 'cheapest'],
    ['page', '0'],
    ['page', '-1'],
    ['page', '1e3'],
    ['limit', '101'],
    ['minPrice', 'free'],
    ['maxPrice', '-3'],
    ['favourites', 'yes'],
    ['color', 'red'],
    ['color', '#2f9e8f'],
  ])('refuses %s=%s and names the field', async (field, value) => {
    const response = await app.request(`/api/products/filter?${field}=${value}`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'INVALID',
      fields: { [field]: expect.any(String) },
    });
  });

  test('a page past the end is empty, not an error', async () => {
    const { answer } = await call(app, 'productsFilter', { query: { page: '900000' } });
    expect(answer).toEqual({ products: [], totalPages: 2, total: 40 });
  });

  test('an unchanged answer is a 304, and a changed one is not', async () => {
    const first = await app.request('/api/products/filter?page=1');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\//);
    const again = await app.request('/api/products/filter?page=1', {
      headers: { 'If-None-Match': etag },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const other = await app.request('/api/products/filter?page=2', {
      headers: { 'If-None-Match': etag },
    });
    expect(other.status).toBe(200);
  });

  test.each([['br'], ['gzip']])(
    'is compressed with %s if the caller accepts it',
    async (encoding) => {
      const plain = await (await app.request('/api/products')).text();
      const response = await app.request('/api/products', {
        headers: { 'Accept-Encoding': encoding },
      });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(plain.length / 4);
    },
  );

  test('is the same for everyone: sets no cookie, and a token changes nothing', async () => {
    const visitor = await app.request('/api/products');
    const other = await app.request('/api/products', {
      headers: { Authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaa' },
    });
    expect(visitor.headers.get('set-cookie')).toBeNull();
    expect(await other.text()).toBe(await visitor.text());
  });
});

describe('changes', () => {
  test('list what was added, changed and removed since a cursor', async () => {
    const own = await makeServices();
    const shop = createApp(own);
    const kept = await addProduct(own, { title: 'Kept' });
    const retired = await addProduct(own, { title: 'Retired' });
    const { cursor } = (await call(shop, 'products', {})).answer;

    const added = await addProduct(own, { title: 'Added' });
    await makeChange(own, async (change) => {
      const { tx } = change;
      await tx.updateTable('products').set({ price: 100 }).where('id', '=', kept).execute();
      await tx
        .updateTable('products')
        .set({ status: 'retired' })
        .where('id', '=', retired)
        .execute();
      await recordCatalogueChange(change, [kept, retired]);
    });
    await own.catalogue.refresh();

    const { answer } = await call(shop, 'productsChanges', { query: { since: cursor } });
    expect(answer.products.map(({ _id }) => _id).toSorted()).toEqual([added, kept].toSorted());
    expect(answer.removed).toEqual([retired]);
    const quiet = await call(shop, 'productsChanges', { query: { since: answer.cursor } });
    expect(quiet.answer).toMatchObject({ products: [], removed: [], isReset: false });
  });

  test('include the synonyms only if they have changed', async () => {
    const own = await makeServices();
    const shop = createApp(own);
    await addProduct(own);
    const synonymsAfter = async (key: 'synonyms' | 'customStatus') => {
      const { cursor } = (await call(shop, 'products', {})).answer;
      await makeChange(own, async (change) => {
        if (key === 'synonyms') await writeSetting(change, key, [['fox', 'vixen']]);
        else await writeSetting(change, key, 'On');
        await recordCatalogueChange(change, null);
      });
      await own.catalogue.refresh();
      const { answer } = await call(shop, 'productsChanges', { query: { since: cursor } });
      expect(answer.cursor).not.toBe(cursor);
      return answer.synonyms;
    };

    expect(await synonymsAfter('customStatus')).toBeNull();
    expect(await synonymsAfter('synonyms')).toEqual([['fox', 'vixen']]);
    expect(await synonymsAfter('customStatus')).toBeNull();
  });

  test('ask for the snapshot if the cursor is unknown', async () => {
    const fromTheFuture = await call(app, 'productsChanges', { query: { since: '999999999' } });
    expect(fromTheFuture.answer.isReset).toBe(true);
    const fromNothing = await call(app, 'productsChanges', { query: {} });
    expect(fromNothing.answer.isReset).toBe(true);
  });

  test('a published change invalidates every cached answer', async () => {
    const own = await makeServices();
    const shop = createApp(own);
    const id = await addProduct(own, { price: 900 });
    expect((await call(shop, 'productsFilter', { query: {} })).answer.products[0]?.price).toBe(9);
    await makeChange(own, async (change) => {
      const { tx } = change;
      await tx.updateTable('products').set({ price: 500 }).where('id', '=', id).execute();
      await recordCatalogueChange(change, [id]);
    });
    await own.catalogue.refresh();
    expect((await call(shop, 'productsFilter', { query: {} })).answer.products[0]?.price).toBe(5);
  });
});

describe('public facts', () => {
  test('featured images are a list of url and alt text (S08, O15)', async () => {
    const own = await makeServices();
    await makeChange(own, async (change) => {
      const { tx } = change;
      const row = { hash: 'ab'.repeat(32), width: 1200, height: 900, color: '#ffffff', isDemo: 0 };
      await tx
        .insertInto('featuredImages')
        .values({ id: 'b', position: 1, altText: null, ...row })
        .execute();
      await tx
        .insertInto('featuredImages')
        .values({ id: 'a', position: 0, altText: 'A quilt', ...row })
        .execute();
      await recordCatalogueChange(change, null);
    });
    await own.catalogue.refresh();
    const { answer } = await call(createApp(own), 'featuredImages', {});
    expect(answer.map(({ altText }) => altText)).toEqual(['A quilt', undefined]);
    expect(answer[0]?.image.url).toContain('/images/');
  });

  test('the custom status is On or Off with its time (O14)', async () => {
    const own = await makeServices();
    const shop = createApp(own);
    expect((await call(shop, 'customStatus', {})).answer.status).toBe('Off');
    await makeChange(own, async (change) => {
      await writeSetting(change, 'customStatus', 'On');
      await recordCatalogueChange(change, null);
    });
    await own.catalogue.refresh();
    expect((await call(shop, 'customStatus', {})).answer).toEqual({
      status: 'On',
      updatedAt: own.clock().toISOString(),
    });
  });

  test('health is OK', async () => {
    expect((await call(app, 'health', {})).answer).toMatchObject({ status: 'ok' });
  });

  test('an unknown call is a 404, and a wrong method a 405 that names the right ones', async () => {
    const unknown = await app.request('/api/nonsense');
    expect([unknown.status, unknown.headers.get('allow')]).toEqual([404, null]);
    const wrong = await app.request('/api/products/filter', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const studio = await app.request('/api/studio/designs', { method: 'PATCH' });
    expect([studio.status, studio.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

test('a collection published by another process while this one starts is shown', async () => {
  const own = await makeServices();
  const productIds = [await addProduct(own)];
  const asked = new Set<QueryId>();
  let isPublished = false;
  const read = own.database.read.withPlugin({
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('collectionDesigns')) asked.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (asked.has(queryId) && !isPublished) {
        isPublished = true;
        await addCollection(own, { slug: 'woods', productIds });
      }
      return result;
    },
  });

  const catalogue = await openCatalogue({ ...own.database, read }, own.gateway);
  await catalogue.refresh();

  const answer = catalogue.answer('collections', { params: undefined, query: undefined });
  expect(answer?.collections).toMatchObject([{ slug: 'woods', productIds }]);
});
