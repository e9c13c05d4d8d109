import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { fileMessages } from '#contract/studio/files.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { type FileDesk, openFileDesk, pdf, square, workOff } from '#tests/support/file-desk.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

/** Files of a design: measured, reordered and removed, with an audit entry for each change. */

let desk: FileDesk;

beforeAll(async () => {
  desk = await openFileDesk();
});

test('reads size and DPI of uploads', async () => {
  const designId = await desk.draft();
  const plain = { create: { width: 70, height: 30, channels: 3, background: '#c2215f' } } as const;
  const at = (dpi: number) => sharp(plain).withMetadata({ density: dpi });
  const jpeg = await at(350).jpeg().toBuffer();
  const low = await at(300).png().toBuffer();
  const silent = await sharp(plain).png().toBuffer();
  for (const [name, content] of [
    ['a.jpg', jpeg],
    ['b.png', low],
    ['c.png', silent],
    ['d.pdf', pdf()],
  ] as const) {
    await desk.send(designId, { name, bytes: new Uint8Array(content) });
  }

  const { files } = await desk.filesOf(designId);

  expect(files.map(({ width, height, dpi }) => [width, height, dpi])).toEqual([
    [70, 30, 350],
    [70, 30, 300],
    [70, 30, null],
    [null, null, null],
  ]);
});

test('reorders pictures and files, and refuses an order that names others', async () => {
  const designId = await desk.draft();
  for (const side of [30, 31, 32]) {
    const name = `${side}.png`;
    await desk.send(designId, { kind: 'image', name, bytes: await square(side) });
    await desk.send(designId, { name, bytes: await square(side) });
  }
  await workOff(desk.services);
  const { images, files } = await desk.filesOf(designId);
  const params = { designId };
  const order = async (name: 'orderImages' | 'orderFiles', ids: readonly string[]) =>
    callStudio(desk.app, name, { params, body: { ids: [...ids] }, cookie: desk.cookie });
  const idsOf = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id);

  await order('orderImages', idsOf(images).toReversed());
  await order('orderFiles', idsOf(files).toReversed());

  const after = await desk.filesOf(designId);
  expect(idsOf(after.images)).toEqual(idsOf(images).toReversed());
  expect(idsOf(after.files)).toEqual(idsOf(files).toReversed());
  for (const ids of [
    [],
    idsOf(files),
    idsOf(images).slice(1),
    [...idsOf(images).slice(1), idsOf(images)[1] ?? ''],
    [...idsOf(images).slice(1), idsOf(files)[0] ?? ''],
  ]) {
    const { status } = await studioRefused(desk.app, 'orderImages', {
      params,
      body: { ids },
      cookie: desk.cookie,
    });
    expect(status).toBe(422);
  }
  expect(await desk.filesOf(designId)).toEqual(after);
});

test("removes a file that nobody bought, but not a published design's last one", async () => {
  const designId = await addProduct(desk.services, { files: { 'a.pdf': pdf(), 'b.pdf': pdf() } });
  const ids = (await desk.filesOf(designId)).files.map(({ _id }) => _id);
  const remove = (fileId = '') => ({ params: { fileId }, cookie: desk.cookie });

  await callStudio(desk.app, 'deleteFile', remove(ids[0]));
  const { problem } = await studioRefused(desk.app, 'deleteFile', remove(ids[1]));

  expect(problem.message).toBe(fileMessages.lastFile);
  await workOff(desk.services);
  await desk.services.catalogue.refresh();
  const shown = await desk.app.request(`/api/products/${designId}`);
  const { product } = (await shown.json()) as { product: { files: { name: string }[] } };
  expect(product.files.map(({ name }) => name)).toEqual(['b.pdf']);
});

test('every change is logged', async () => {
  const designId = await desk.draft();
  await desk.send(designId, { kind: 'image', name: 'a.png', bytes: await square(25) });
  await desk.send(designId, { name: 'b.pdf', bytes: pdf() });
  const [file] = (await desk.filesOf(designId)).files;
  const replaces = file?._id ?? '';
  await desk.send(designId, { name: 'c.pdf', bytes: pdf(), replaces });
  await callStudio(desk.app, 'deleteFile', { params: { fileId: replaces }, cookie: desk.cookie });

  const lines = await desk.services.database.read
    .selectFrom('auditLines')
    .select('action')
    .where('subjectId', '=', designId)
    .orderBy('id')
    .execute();

  expect(lines.map(({ action }) => action)).toEqual([
    'picture.added',
    'file.added',
    'file.replaced',
    'file.deleted',
  ]);
});

test('refuses an offset that is not a number', async () => {
  const { answer } = await callStudio(desk.app, 'startUpload', {
    params: { designId: await desk.draft() },
    body: { kind: 'file', name: 'a.pdf', bytes: 10, modifiedAt: 1, replaces: null },
    cookie: desk.cookie,
  });
  const part = { params: { uploadId: answer._id }, body: new Blob([pdf(1)]), cookie: desk.cookie };

  for (const offset of ['', '-1', '1.5', '0x10', '9'.repeat(13), 'NaN']) {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Upload-Offset': offset };
    expect((await studioRefused(desk.app, 'sendPart', { ...part, headers })).status).toBe(422);
  }
});
