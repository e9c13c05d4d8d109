import { expect, test, vi } from 'vitest';
import { callPath } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

/** Adds a picture to a design's gallery with a preview of this many bytes; null: not made yet. */
async function addPicture(
  services: TestServices,
  productId: string,
  hash: string,
  bytes: number | null,
): Promise<void> {
  if (bytes !== null) {
    await services.files.putPreview(`${hash}/640.avif`, new Uint8Array(bytes));
    await services.files.putPreview(`${hash}/1200.avif`, new Uint8Array(bytes * 3));
  }
  const now = services.clock();
  await services.database.write(async (tx) => {
    const row = { id: newId(now), productId, hash, position: 1 };
    await tx
      .insertInto('productImages')
      .values({ ...row, width: 1200, height: 1200, color: '#f4c430' })
      .execute();
    await recordCatalogueChange({ tx, now }, [productId]);
  });
  await services.catalogue.refresh();
}

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const design = await addProduct(services);
  return {
    services,
    app,
    design,
    ask: async () => (await app.request(callPath('galleryPictures'))).json() as Promise<object>,
  };
}

test('counts each picture of the published designs once, in the size that devices store', async () => {
  const { services, design, ask } = await setUp();
  const other = await addProduct(services);
  await addPicture(services, design, 'ab'.repeat(32), 1000);
  await addPicture(services, other, 'cd'.repeat(32), 500);
  await addPicture(services, await addProduct(services, { status: 'draft' }), 'ef'.repeat(32), 70);
  // The same picture in a second gallery, and one whose preview isn't made yet.
  await addPicture(services, await addProduct(services), 'ab'.repeat(32), 1000);
  await addPicture(services, await addProduct(services), '01'.repeat(32), null);
  expect(await ask()).toEqual({ designs: 4, pictures: 2, bytes: 1500 });
});

test('reads no file twice, and includes new ones', async () => {
  const { services, design, ask } = await setUp();
  await addPicture(services, design, 'ab'.repeat(32), 1000);
  const read = vi.spyOn(services.files, 'previewBytes');
  expect(await ask()).toMatchObject({ pictures: 1, bytes: 1000 });
  read.mockClear();
  expect(await ask()).toMatchObject({ pictures: 1, bytes: 1000 });
  expect(read).not.toHaveBeenCalled();
  await addPicture(services, await addProduct(services), 'cd'.repeat(32), 500);
  expect(await ask()).toEqual({ designs: 2, pictures: 2, bytes: 1500 });
  expect(read).not.toHaveBeenCalledWith(`${'ab'.repeat(32)}/640.avif`);
});

test('measures the designs of a season pack in its own size, each once', async () => {
  const { services, app, design } = await setUp();
  const draft = await addProduct(services, { status: 'draft' });
  await addPicture(services, design, 'ab'.repeat(32), 1000);
  await addPicture(services, await addProduct(services), 'cd'.repeat(32), 500);
  await addPicture(services, draft, 'ef'.repeat(32), 70);
  const answer = await app.request(callPath('packSize'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: [design, design, draft, newId(services.clock())] }),
  });
  expect(await answer.json()).toEqual({ designs: 1, pictures: 1, bytes: 3000 });
});
