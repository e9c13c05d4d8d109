import { expect, test } from 'vitest';
import type { CallRequest } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { wasShown } from '#server/designs/delete-design.ts';
import { makePreviews, previewVersion } from '#server/designs/files/previews.ts';
import { remakePreviews } from '#server/designs/files/remake-previews.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { StoreUnreachable } from '#server/platform/files/file-store.ts';
import type { Services } from '#server/platform/services/services.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { plainPicture } from '#tests/support/pictures.ts';

const unreadable = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });

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

/** Leaves the pictures as a version stored them that knew no colours. */
const forgetColors = ({ database }: Services) =>
  database.write((tx) =>
    tx.updateTable('productImages').set({ swatches: null, previewVersion: 1 }).execute(),
  );

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
  await addProduct(services);
  await forgetColors(services);

  await remakePreviews(services);
  await services.catalogue.refresh();

  expect((await found('c8323c')).toSorted()).toEqual(ids.toSorted());
  const left = await services.database.read
    .selectFrom('productImages')
    .select('id')
    .where('previewVersion', '<', previewVersion)
    .execute();
  expect(left).toEqual([]);
});

test('a draft whose picture gets its colours can still be deleted', async () => {
  const { services } = await setUp();
  const id = await addProduct(services, { status: 'draft' });
  await forgetColors(services);

  await remakePreviews(services);

  expect(await wasShown(services.database.read, id)).toBe(false);
});

test('pictures get their colours after an outage of the file store', async () => {
  const { services, paint, found } = await setUp();
  const red = await paint('#c8323c');
  await forgetColors(services);
  const readPreview = () => Promise.reject(new StoreUnreachable('The bucket', 'ECONNREFUSED'));

  await expect(
    remakePreviews({ ...services, files: { ...services.files, readPreview } }),
  ).rejects.toThrow(StoreUnreachable);
  await remakePreviews(services);
  await services.catalogue.refresh();

  expect(await found('c8323c')).toEqual([red]);
});

test('one picture that cannot be read keeps no other from its colours', async () => {
  const { services, paint } = await setUp();
  const ids = await Promise.all(['#c8323c', '#3566b0', '#2f9e8f'].map(paint));
  await forgetColors(services);
  const images = services.database.read.selectFrom('productImages');
  const { hash } = await images
    .select('hash')
    .where('productId', '=', ids[1] ?? '')
    .executeTakeFirstOrThrow();
  const readPreview = (name: string) =>
    name.startsWith(hash) ? Promise.reject(unreadable) : services.files.readPreview(name);

  await expect(
    remakePreviews({ ...services, files: { ...services.files, readPreview } }),
  ).rejects.toThrow(unreadable);

  const left = images.select('hash').where('swatches', 'is', null);
  expect(await left.execute()).toEqual([{ hash }]);
});

test('colours are given up until the next run at the first picture in an outage', async () => {
  const { services, paint } = await setUp();
  await Promise.all(['#c8323c', '#3566b0'].map(paint));
  await forgetColors(services);
  let reads = 0;
  const files = {
    ...services.files,
    check: () => Promise.reject(unreadable),
    readPreview() {
      reads += 1;
      return Promise.reject(unreadable);
    },
  };

  await expect(remakePreviews({ ...services, files })).rejects.toThrow(unreadable);

  expect(reads).toBe(1);
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
