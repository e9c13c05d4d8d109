import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { designMessages } from '#contract/studio/designs.ts';
import { doNextWork } from '#server/designs/files/do-work.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { type DesignDesk, openDesignDesk } from '#tests/support/design-desk.ts';
import { picture } from '#tests/support/pictures.ts';
import { sendUpload, startUpload } from '#tests/support/send-upload.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
});

async function deleteDesign(id: string, version?: number): Promise<void> {
  const { app, cookie, read } = desk;
  const body = { version: version ?? (await read(id)).version };
  await callStudio(app, 'deleteDesign', { params: { id }, body, cookie });
}

async function refused(id: string, version?: number) {
  const { app, cookie, read } = desk;
  const body = { version: version ?? (await read(id)).version };
  const { status, problem } = await studioRefused(app, 'deleteDesign', {
    params: { id },
    body,
    cookie,
  });
  return { status, message: problem.message };
}

const titles = async () => (await desk.list()).items.map(({ title }) => title);

/** How many rows refer to a design, in each table with such a column. */
async function rowsOf(productId: string): Promise<Record<string, number>> {
  const tables = [
    'productImages',
    'productFiles',
    'productCategories',
    'fileUploads',
    'designWork',
    'importedProducts',
  ] as const;
  const counts = tables.map(async (table) => {
    const rows = await desk.services.database.read
      .selectFrom(table)
      .select('productId')
      .where('productId', '=', productId)
      .execute();
    return [table, rows.length] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

describe('deleting a draft', () => {
  it('deletes it with its pictures, files and uploads, and logs who did it', async () => {
    const { app, cookie, services } = desk;
    const id = await addProduct(services, {
      title: 'Moth',
      status: 'draft',
      files: { 'moth.png': randomBytes(8) },
    });
    const image = new Uint8Array(await picture('png', { width: 40, height: 40 }));
    await sendUpload(app, cookie, id, { kind: 'image', name: 'Moth.png', bytes: image });
    await startUpload(app, cookie, id, { name: 'late.png', bytes: new Uint8Array(9) });
    expect(await rowsOf(id)).toMatchObject({ productFiles: 1, fileUploads: 2, designWork: 1 });

    await deleteDesign(id);

    expect(Object.values(await rowsOf(id))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await titles()).toEqual([]);
    const lines = await desk.linesOf(id);
    expect(lines.at(-1)).toEqual({
      action: 'design.deleted',
      before: JSON.stringify({ title: 'Moth', sku: `PW-${id}` }),
      after: null,
    });
  });

  it('keeps files that other designs share', async () => {
    const { services } = desk;
    const content = randomBytes(64);
    const id = await addProduct(services, { status: 'draft', files: { 'a.png': content } });
    const other = await addProduct(services, { status: 'draft', files: { 'b.png': content } });

    await deleteDesign(id);

    const { sha256 } = await services.database.read
      .selectFrom('productFiles')
      .select('sha256')
      .where('productId', '=', other)
      .executeTakeFirstOrThrow();
    expect(await buffer(services.files.readOriginal(sha256 ?? ''))).toEqual(content);
    expect((await desk.move(other, 'published')).status).toBe('published');
  });

  it('cancels the picture that is being processed for it', async () => {
    const { app, cookie, services } = desk;
    const id = await addProduct(services, { status: 'draft' });
    const image = new Uint8Array(await picture('png', { width: 400, height: 400 }));
    await sendUpload(app, cookie, id, { kind: 'image', name: 'Moth.png', bytes: image });
    const { version } = await desk.read(id);

    await Promise.all([doNextWork(services), deleteDesign(id, version)]);

    expect(await rowsOf(id)).toMatchObject({ productImages: 0, designWork: 0 });
  });

  it('is refused for designs that are or were in the shop', async () => {
    const files = { 'design.png': randomBytes(8) };
    const published = await addProduct(desk.services, { files });
    const retired = await addProduct(desk.services, { files, status: 'retired' });
    const before = await addProduct(desk.services, { files, status: 'draft' });
    await desk.move(before, 'published');
    await desk.move(before, 'draft');

    for (const id of [published, retired, before]) {
      expect(await refused(id)).toEqual({ status: 422, message: designMessages.wasShown });
    }
    expect(await titles()).toHaveLength(3);
  });

  it('is refused if somebody has saved it since it was read', async () => {
    const id = await addProduct(desk.services, { status: 'draft' });
    const { version } = await desk.read(id);
    await desk.save(id, { title: 'Moth' });

    const { status, message } = await refused(id, version);

    expect({ status, message }).toEqual({
      status: 409,
      message: expect.stringContaining('Someone else saved'),
    });
    expect(await titles()).toEqual(['Moth']);
  });

  it('by two at once happens once', async () => {
    const id = await addProduct(desk.services, { status: 'draft' });
    const { version } = await desk.read(id);

    const both = await Promise.allSettled([deleteDesign(id, version), deleteDesign(id, version)]);

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refused(id, version)).toMatchObject({ status: 404 });
  });
});

describe('deleting a category', () => {
  const newCategory = async (name: string) => {
    const { app, cookie } = desk;
    return (await callStudio(app, 'createCategory', { body: { name }, cookie })).answer.id;
  };

  it('deletes an empty one, and logs who did it', async () => {
    const { app, cookie } = desk;
    const id = await newCategory('Woodland');

    await callStudio(app, 'deleteCategory', { params: { id }, cookie });

    expect((await callStudio(app, 'categories', { cookie })).answer.items).toEqual([]);
    const before = JSON.stringify({ name: 'Woodland' });
    expect((await desk.linesOf(id)).at(-1)).toEqual({
      action: 'category.deleted',
      before,
      after: null,
    });
    const again = await studioRefused(app, 'deleteCategory', { params: { id }, cookie });
    expect(again.status).toBe(404);
  });

  it('is refused while it contains a design, even a draft', async () => {
    const { app, cookie } = desk;
    const id = await newCategory('Woodland');
    const design = await addProduct(desk.services, { status: 'draft' });
    await desk.save(design, { categoryIds: [id] });

    const { status, problem } = await studioRefused(app, 'deleteCategory', {
      params: { id },
      cookie,
    });

    expect({ status, message: problem.message }).toEqual({
      status: 422,
      message: designMessages.categoryUsed,
    });
    await deleteDesign(design);
    await callStudio(app, 'deleteCategory', { params: { id }, cookie });
  });
});
