import { expect, test } from 'vitest';
import type { CallRequest } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { addMissingSwatches } from '#server/designs/files/missing-swatches.ts';
import { makePreviews } from '#server/designs/files/previews.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { StoreUnreachable } from '#server/platform/files/file-store.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { plainPicture } from '#tests/support/pictures.ts';

/** A shop with designs in one colour each. */
async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  /** Adds a design whose picture is of this colour; returns its id. */
  async function paint(color: string): Promise<string> {
    // Each is newer than the one before.
    services.pass(1000);
    const id = await addProduct(services);
    const preview = await makePreviews(services.files, await plainPicture(color));
    await makeChange(services, async (change) => {
      await change.tx
        .updateTable('productImages')
        .set(preview)
        .where('productId', '=', id)
        .execute();
      await recordCatalogueChange(change, [id]);
    });
    await services.catalogue.refresh();
    return id;
  }
  const found = async (color: string) => {
    const { answer } = await call(app, 'productsFilter', { query: { color } });
    return answer.products.map(({ _id }) => _id);
  };
  return { services, app, paint, found };
}

test('designs carry the main colours of their first picture, and are found by them', async () => {
  const { app, paint, found } = await setUp();
  const red = await paint('#c8323c');
  const blue = await paint('#3566b0');

  const { product } = (await call(app, 'product', { params: { id: red } })).answer;

  expect(product.swatches).toBe('c8323cf');
  expect(await found('d03a44')).toEqual([red]);
  expect(await found('3566b0')).toEqual([blue]);
  expect(await found('2f9e8f')).toEqual([]);
});

test('the closest colour comes first if asked for, page by page', async () => {
  const { app, paint } = await setUp();
  const far = await paint('#b02a4c');
  const exact = await paint('#c8323c');
  const near = await paint('#d03a44');
  const ids = async (query: NonNullable<CallRequest<'productsFilter'>['query']>) =>
    (await call(app, 'productsFilter', { query })).answer.products.map(({ _id }) => _id);

  const red = { color: 'c8323c', sort: 'closest-color' } as const;
  expect(await ids(red)).toEqual([exact, near, far]);
  const paged = ['1', '2', '3'].map((page) => ids({ ...red, limit: '1', page }));
  expect((await Promise.all(paged)).flat()).toEqual([exact, near, far]);
  expect(await ids({ color: 'b02a4c', sort: 'closest-color' })).toEqual([far, exact, near]);
  const newest = await ids({ color: 'c8323c' });
  expect(newest).toEqual([near, exact, far]);
  expect(await ids({ sort: 'closest-color' })).toEqual(newest);
});

test('pictures stored by an earlier version get their colours, and the catalogue says so', async () => {
  const { services, paint, found } = await setUp();
  const ids = await Promise.all(['#c8323c', '#c8323c', '#c8323c'].map(paint));
  await services.database.write((tx) =>
    tx.updateTable('productImages').set({ swatches: null }).execute(),
  );
  await addProduct(services);

  await addMissingSwatches(services);
  await services.catalogue.refresh();

  expect((await found('c8323c')).toSorted()).toEqual(ids.toSorted());
  const left = await services.database.read
    .selectFrom('productImages')
    .select('id')
    .where('swatches', 'is', null)
    .execute();
  expect(left).toEqual([]);
});

test('pictures get their colours after an outage of the file store', async () => {
  const { services, paint, found } = await setUp();
  const red = await paint('#c8323c');
  await services.database.write((tx) =>
    tx.updateTable('productImages').set({ swatches: null }).execute(),
  );
  const readPreview = () => Promise.reject(new StoreUnreachable('The bucket', 'ECONNREFUSED'));

  await expect(
    addMissingSwatches({ ...services, files: { ...services.files, readPreview } }),
  ).rejects.toThrow(StoreUnreachable);
  await addMissingSwatches(services);
  await services.catalogue.refresh();

  expect(await found('c8323c')).toEqual([red]);
});

test('a design goes with those that share its colours, never with itself', async () => {
  const { app, paint } = await setUp();
  const red = await paint('#c8323c');
  const alike = await paint('#c93540');
  await paint('#3566b0');

  const { answer } = await call(app, 'productsGoingWith', { params: { id: red } });

  expect(answer.products.map(({ _id }) => _id)).toEqual([alike]);
});

test('what the studio put together with a design goes with it first', async () => {
  const { app, paint } = await setUp();
  const red = await paint('#c8323c');
  const alike = await paint('#c93540');
  const blue = await paint('#3566b0');

  const params = { id: red };
  const query = { first: [blue, red].join() };
  const { answer } = await call(app, 'productsGoingWith', { params, query });

  expect(answer.products.map(({ _id }) => _id)).toEqual([blue, alike]);
});

test('nothing goes with a design that doesn’t exist', async () => {
  const { app } = await setUp();

  const refused = await callRefused(app, 'productsGoingWith', { params: { id: '0'.repeat(24) } });

  expect(refused.problem.code).toBe('NOT_FOUND');
});
