import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Hono } from 'hono';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { fileMessages } from '#contract/studio-files.ts';
import { createApp } from '#server/app.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import type { Services } from '#server/services.ts';
import { moveDesign } from '#server/studio/designs/move-design.ts';
import { doNextWork, startFileWork } from '#server/studio/files/do-work.ts';
import { prepareFiles } from '#server/studio/files/prepare-files.ts';
import { resumeWork } from '#server/studio/files/work-queue.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { declaredPng, picture } from '#tests/support/pictures.ts';
import { sendUpload } from '#tests/support/send-upload.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** What becomes of uploads: pictures with previews, files that are measured, and archives. */

let services: TestServices;
let app: Hono;
let cookie: string;

beforeAll(async () => {
  services = await makeServices({ passwords: countingPasswords(), limitFactor: 1_000_000 });
  app = createApp(services);
  ({ cookie } = await joinStudio(app, services));
});

const bytesOf = (content: Uint8Array) => new Uint8Array(content);
const pdf = (length = 500) =>
  bytesOf(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(length)]));
const png = async (side = 40, format: 'png' | 'jpeg' = 'png') =>
  bytesOf(await picture(format, { width: side, height: side }));

async function filesOf(designId: string) {
  const { answer } = await callStudio(app, 'designFiles', { params: { designId }, cookie });
  return answer;
}

async function workOff(on: Services = services): Promise<void> {
  while (await doNextWork(on));
}

const draft = () => addProduct(services, { status: 'draft', files: {} });

test('a picture gets its previews behind the scenes and then stands last', async () => {
  const designId = await draft();
  await sendUpload(app, cookie, designId, {
    kind: 'image',
    name: 'Fox.png',
    bytes: await png(500),
  });
  const before = await filesOf(designId);
  expect(before.work).toEqual([
    expect.objectContaining({ kind: 'previews', name: 'Fox.png', state: 'waiting', steps: 6 }),
  ]);
  expect(before.images).toHaveLength(1);

  await workOff();

  const { images, work } = await filesOf(designId);
  expect(work).toEqual([]);
  expect(images[1]).toMatchObject({ name: 'Fox.png', width: 500, height: 500 });
  expect((await app.request(images[1]?.url ?? '')).status).toBe(200);
});

test('progress is there to be read while previews are made', async () => {
  // What other tests left would be made in between.
  await workOff();
  const designId = await draft();
  await sendUpload(app, cookie, designId, {
    kind: 'image',
    name: 'a.jpg',
    bytes: await png(90, 'jpeg'),
  });
  const seen = new Set<number>();
  const watching = {
    ...services,
    files: {
      ...services.files,
      async putPreview(name: string, bytes: Uint8Array) {
        seen.add((await filesOf(designId)).work[0]?.done ?? -1);
        await services.files.putPreview(name, bytes);
      },
    },
  };

  await workOff(watching);

  expect(seen.has(0)).toBe(true);
  expect([...seen].every((done) => done >= 0 && done < 6)).toBe(true);
});

test.each([
  ['has too many pixels', declaredPng(20_000, 20_000), fileMessages.imagePixels],
  ['is damaged', declaredPng(300, 300, 10), fileMessages.imageBroken],
])('a picture that %s says so, and can be tried again or given up', async (_, bytes, problem) => {
  const designId = await draft();
  await sendUpload(app, cookie, designId, { kind: 'image', name: 'a.png', bytes: bytesOf(bytes) });
  await workOff();
  const [failed] = (await filesOf(designId)).work;
  expect(failed).toMatchObject({ state: 'failed', problem });
  const params = { workId: failed?._id ?? '' };

  await callStudio(app, 'retryWork', { params, cookie });
  expect((await filesOf(designId)).work[0]?.state).toBe('waiting');
  await workOff();
  await callStudio(app, 'dropWork', { params, cookie });

  expect((await filesOf(designId)).work).toEqual([]);
  expect((await studioRefused(app, 'retryWork', { params, cookie })).status).toBe(404);
});

test('size and DPI are read of what is uploaded', async () => {
  const designId = await draft();
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
    await sendUpload(app, cookie, designId, { name, bytes: bytesOf(content) });
  }

  const { files } = await filesOf(designId);

  expect(files.map(({ width, height, dpi }) => [width, height, dpi])).toEqual([
    [70, 30, 350],
    [70, 30, 300],
    [70, 30, null],
    [null, null, null],
  ]);
});

test('work that a dying server left is taken up by the next', async () => {
  const first = await makeServices({ passwords: countingPasswords() });
  const shop = createApp(first);
  const mia = await joinStudio(shop, first);
  const designId = await addProduct(first, { status: 'draft', files: {} });
  const image = { kind: 'image', name: 'a.png', bytes: await png(64) } as const;
  await sendUpload(shop, mia.cookie, designId, image);
  // It dies with three of six previews made, and never comes to say so.
  let made = 0;
  const dying = new Promise<void>((resolve) => {
    const putPreview = (name: string, bytes: Uint8Array) => {
      made += 1;
      if (made <= 3) return first.files.putPreview(name, bytes);
      resolve();
      return new Promise<void>(() => {});
    };
    void doNextWork({ ...first, files: { ...first.files, putPreview } });
  });
  await dying;
  const database = await openSqlite(first.env.dataDir);

  const next = startFileWork({ ...first, database });
  await expect
    .poll(() => database.read.selectFrom('designWork').selectAll().execute(), { timeout: 20_000 })
    .toEqual([]);
  await next.stop();

  const rows = await database.read.selectFrom('productImages').select('name').execute();
  expect(rows.map(({ name }) => name)).toContain('a.png');
  await database.close();
});

test('what the server died of three times is not tried again by itself', async () => {
  const designId = await draft();
  await sendUpload(app, cookie, designId, { kind: 'image', name: 'a.png', bytes: await png(20) });
  const die = () =>
    services.database.write((tx) =>
      tx
        .updateTable('designWork')
        .set((row) => ({ state: 'working', tries: row('tries', '+', 1) }))
        .where('state', '=', 'waiting')
        .execute(),
    );
  for (let death = 0; death < 2; death += 1) {
    await die();
    await resumeWork(services);
    expect((await filesOf(designId)).work[0]?.state).toBe('waiting');
  }

  await die();
  await resumeWork(services);

  expect((await filesOf(designId)).work[0]).toMatchObject({
    state: 'failed',
    problem: fileMessages.killed,
  });
});

test('pictures and files are put in order, and an order of other things is refused', async () => {
  const designId = await draft();
  for (const side of [30, 31, 32]) {
    const name = `${side}.png`;
    await sendUpload(app, cookie, designId, { kind: 'image', name, bytes: await png(side) });
    await sendUpload(app, cookie, designId, { name, bytes: await png(side) });
  }
  await workOff();
  const { images, files } = await filesOf(designId);
  const params = { designId };
  const order = async (name: 'orderImages' | 'orderFiles', ids: readonly string[]) =>
    callStudio(app, name, { params, body: { ids: [...ids] }, cookie });
  const idsOf = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id);

  await order('orderImages', idsOf(images).toReversed());
  await order('orderFiles', idsOf(files).toReversed());

  const after = await filesOf(designId);
  expect(idsOf(after.images)).toEqual(idsOf(images).toReversed());
  expect(idsOf(after.files)).toEqual(idsOf(files).toReversed());
  for (const ids of [
    [],
    idsOf(files),
    idsOf(images).slice(1),
    [...idsOf(images).slice(1), idsOf(images)[1] ?? ''],
    [...idsOf(images).slice(1), idsOf(files)[0] ?? ''],
  ]) {
    const { status } = await studioRefused(app, 'orderImages', { params, body: { ids }, cookie });
    expect(status).toBe(422);
  }
  expect(await filesOf(designId)).toEqual(after);
});

test('a file that nobody bought goes, but not the last of what is in the shop', async () => {
  const designId = await addProduct(services, { files: { 'a.pdf': pdf(), 'b.pdf': pdf() } });
  const ids = (await filesOf(designId)).files.map(({ _id }) => _id);
  const remove = (fileId = '') => ({ params: { fileId }, cookie });

  await callStudio(app, 'deleteFile', remove(ids[0]));
  const { problem } = await studioRefused(app, 'deleteFile', remove(ids[1]));

  expect(problem.message).toBe(fileMessages.lastFile);
  await workOff();
  await services.catalogue.refresh();
  const shown = await app.request(`/api/products/${designId}`);
  const { product } = (await shown.json()) as { product: { files: { name: string }[] } };
  expect(product.files.map(({ name }) => name)).toEqual(['b.pdf']);
});

test('a draft whose files change has no archive until it is prepared again', async () => {
  const designId = await addProduct(services, {
    status: 'draft',
    files: { 'a.pdf': pdf(), 'b.pdf': pdf() },
  });
  const archive = async () => {
    const { archiveSha256 } = await services.database.read
      .selectFrom('products')
      .select('archiveSha256')
      .where('id', '=', designId)
      .executeTakeFirstOrThrow();
    return archiveSha256 && buffer(services.files.readOriginal(archiveSha256));
  };
  await prepareFiles(services, designId);
  const first = await archive();

  await sendUpload(app, cookie, designId, { name: 'c.pdf', bytes: pdf() });
  expect(await archive()).toBeNull();
  await prepareFiles(services, designId);

  expect((await archive())?.length).toBeGreaterThan(first?.length ?? Infinity);
  expect((await filesOf(designId)).work).toEqual([]);
});

test('a full disk while preparing is told, and the design stays as it was', async () => {
  const designId = await addProduct(services, {
    status: 'draft',
    files: { 'a.pdf': pdf(), 'b.pdf': pdf() },
  });
  const putOriginal = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  const full = { ...services, files: { ...services.files, putOriginal } };

  await expect(prepareFiles(full, designId)).rejects.toMatchObject({ code: 'NO_SPACE' });

  const empty = await draft();
  await expect(prepareFiles(services, empty)).rejects.toMatchObject({ code: 'INVALID' });
});

test('every change is written down', async () => {
  const designId = await draft();
  await sendUpload(app, cookie, designId, { kind: 'image', name: 'a.png', bytes: await png(25) });
  await sendUpload(app, cookie, designId, { name: 'b.pdf', bytes: pdf() });
  const [file] = (await filesOf(designId)).files;
  const replaces = file?._id ?? '';
  await sendUpload(app, cookie, designId, { name: 'c.pdf', bytes: pdf(), replaces });
  await callStudio(app, 'deleteFile', { params: { fileId: replaces }, cookie });

  const lines = await services.database.read
    .selectFrom('auditLines')
    .select('what')
    .where('target', '=', designId)
    .orderBy('id')
    .execute();

  expect(lines.map(({ what }) => what)).toEqual([
    'added a picture',
    'added a file',
    'replaced a file',
    'deleted a file',
  ]);
});

test('what is published while a file comes in is packed behind it', async () => {
  const designId = await addProduct(services, {
    status: 'draft',
    files: { 'a.pdf': pdf(), 'b.pdf': pdf() },
  });
  let isLate = true;
  // The file arrives when the archive is made and the design isn't public yet.
  const database: typeof services.database = {
    ...services.database,
    async write(work) {
      const done = await services.database.write(work);
      if (!isLate) return done;
      isLate = false;
      await sendUpload(app, cookie, designId, { name: 'late.pdf', bytes: pdf() });
      return done;
    },
  };

  await moveDesign({ ...services, database }, 'terminal', designId, {
    version: null,
    status: 'published',
  });

  expect((await filesOf(designId)).work).toMatchObject([{ kind: 'delivery', state: 'waiting' }]);
  await workOff();
  const { archiveSha256 } = await services.database.read
    .selectFrom('products')
    .select('archiveSha256')
    .where('id', '=', designId)
    .executeTakeFirstOrThrow();
  const zip = await buffer(services.files.readOriginal(archiveSha256 ?? ''));
  expect(zip.includes('late.pdf')).toBe(true);
});

const neverRight: readonly unknown[] = [
  undefined,
  null,
  true,
  {},
  '',
  ' ',
  '\u0000',
  -1,
  0.5,
  Number.MAX_VALUE,
  'x'.repeat(9000),
  [['a']],
];

test('a wrong field is refused with a text, and nothing changes', async () => {
  const designId = await addProduct(services, { status: 'draft', files: { 'a.pdf': pdf() } });
  const before = await filesOf(designId);
  const [fileId = '', imageId = ''] = [before.files[0]?._id, before.images[0]?._id];
  const right = {
    startUpload: {
      params: { designId },
      body: { kind: 'file', name: 'a.pdf', bytes: 10, modifiedAt: 1, replaces: fileId },
    },
    orderImages: { params: { designId }, body: { ids: [imageId] } },
    orderFiles: { params: { designId }, body: { ids: [fileId] } },
    renameFile: { params: { fileId }, body: { name: 'b' } },
  } as const;
  let refusals = 0;

  for (const [name, { params, body }] of Object.entries(right)) {
    for (const field of Object.keys(body)) {
      for (const value of neverRight) {
        if (field === 'replaces' && value === null) continue;
        const wrong = { params, body: { ...body, [field]: value }, cookie };
        const response = await sendStudio(app, name as keyof typeof right, wrong);
        const { message } = (await response.json()) as { message: string };
        expect([name, field, value, response.status, message !== '']).toEqual([
          name,
          field,
          value,
          422,
          true,
        ]);
        refusals += 1;
      }
    }
  }

  expect(refusals).toBe(8 * neverRight.length - 1);
  expect(await filesOf(designId)).toEqual(before);
});

test('an offset that is no number is refused', async () => {
  const { answer } = await callStudio(app, 'startUpload', {
    params: { designId: await draft() },
    body: { kind: 'file', name: 'a.pdf', bytes: 10, modifiedAt: 1, replaces: null },
    cookie,
  });
  const part = { params: { uploadId: answer._id }, bytes: pdf(1), cookie };

  for (const offset of ['', '-1', '1.5', '0x10', '9'.repeat(13), 'NaN']) {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Upload-Offset': offset };
    expect((await studioRefused(app, 'sendPart', { ...part, headers })).status).toBe(422);
  }
});
