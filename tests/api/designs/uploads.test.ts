import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { fileLimits, fileMessages } from '#contract/studio/files.ts';
import { createApp } from '#server/app.ts';
import { runRetention } from '#server/operations/retention.ts';
import { type Database, DatabaseUnavailable } from '#server/platform/database/open.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { storedZip } from '#server/platform/files/stored-zip.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import {
  type PickedFile,
  partHeaders,
  partOf,
  sendUpload,
  startUpload,
} from '#tests/support/send-upload.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** Uploads to the studio: whatever happens on the way, files arrive as they were sent. */

let services: TestServices;
let app: Hono;
let cookie: string;

beforeAll(async () => {
  ({ services, app, cookie } = await shopWithOwner({ limitFactor: 1_000_000 }));
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A PDF judging by its first bytes, different from any other. */
function pdf(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(length)]));
}

const draft = () => addProduct(services, { status: 'draft', files: {} });

/** A body that breaks off, like a lost connection. */
function cutStream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => controller.error(new TypeError('the connection broke off')),
  });
}

/** Sends bytes until the connection breaks off, so the server's answer is lost. */
async function sendCut(uploadId: string, offset: number, bytes: Uint8Array): Promise<void> {
  await app.request(`/api/studio/uploads/${uploadId}`, {
    method: 'PATCH',
    headers: { ...partHeaders(offset), Cookie: cookie },
    body: cutStream(bytes),
    duplex: 'half',
  } as RequestInit);
}

async function received(uploadId: string): Promise<number> {
  const { answer } = await callStudio(app, 'upload', { params: { uploadId }, cookie });
  return answer.received;
}

async function filesOf(designId: string) {
  const { answer } = await callStudio(app, 'designFiles', { params: { designId }, cookie });
  return answer;
}

test('a file cut at ten random offsets and resumed arrives intact', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 20_000, max: 400_000 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 10, maxLength: 10 }),
      async (length, places) => {
        const designId = await draft();
        const bytes = pdf(length);
        const cuts = places.map((place) => Math.floor(place * bytes.length)).sort((a, b) => a - b);
        let uploadId = '';
        for (const cut of cuts) {
          // Choosing the same file again finds the same upload and its offset.
          const upload = await startUpload(app, cookie, designId, { name: 'kit.pdf', bytes });
          expect(uploadId || upload._id).toBe(upload._id);
          uploadId = upload._id;
          await sendCut(uploadId, upload.received, bytes.subarray(upload.received, cut));
          expect(await received(uploadId)).toBe(cut);
        }
        const rest = await received(uploadId);
        await callStudio(app, 'sendPart', partOf(uploadId, rest, bytes.slice(rest), cookie));

        const { answer } = await callStudio(app, 'finishUpload', { params: { uploadId }, cookie });

        expect(answer).toEqual({ sha256: sha256(bytes), bytes: bytes.length });
        expect(await buffer(services.files.readOriginal(answer.sha256))).toEqual(
          Buffer.from(bytes),
        );
      },
    ),
    { numRuns: 15 },
  );
});

test('a part for another offset is refused with the right offset', async () => {
  const bytes = pdf(5000);
  const { _id } = await startUpload(app, cookie, await draft(), { name: 'a.pdf', bytes });
  await callStudio(app, 'sendPart', partOf(_id, 0, bytes.slice(0, 2000), cookie));

  for (const offset of [0, 1999, 2001, 5009]) {
    const part = partOf(_id, offset, bytes.subarray(0, 10), cookie);
    const { status, problem } = await studioRefused(app, 'sendPart', part);
    expect([status, problem.code, problem.offset]).toEqual([409, 'UPLOAD_OFFSET', 2000]);
  }
  expect(await received(_id)).toBe(2000);
});

test('two tabs that upload the same file create one file', async () => {
  const designId = await draft();
  const bytes = pdf(60_000);
  const statuses = new Set<number>();
  const tab = async () => {
    const { _id: uploadId } = await startUpload(app, cookie, designId, { name: 'both.pdf', bytes });
    for (;;) {
      const at = await received(uploadId);
      if (at === bytes.length) break;
      // The second is told to continue elsewhere.
      const part = partOf(uploadId, at, bytes.slice(at, at + 7000), cookie);
      statuses.add((await sendStudio(app, 'sendPart', part)).status);
    }
    const { answer } = await callStudio(app, 'finishUpload', { params: { uploadId }, cookie });
    return answer.sha256;
  };

  expect(await Promise.all([tab(), tab(), tab()])).toEqual(Array(3).fill(sha256(bytes)));

  expect([...statuses].sort()).toEqual([200, 409]);
  const { files, uploads } = await filesOf(designId);
  expect(files.map(({ name }) => name)).toEqual(['both.pdf']);
  expect(uploads).toEqual([]);
  const later = new Date(Date.now() + 86_400_000);
  const parts = await services.files.partsBefore(later);
  const rows = await services.database.read.selectFrom('uploadParts').select('part').execute();
  expect(parts.filter((part) => !rows.some((row) => row.part === part))).toEqual([]);
});

test('refuses more bytes than announced, and keeps none of them', async () => {
  const bytes = pdf(1000);
  const { _id } = await startUpload(app, cookie, await draft(), { name: 'long.pdf', bytes });
  const more = new Uint8Array([...bytes, 0]);

  const { problem } = await studioRefused(app, 'sendPart', partOf(_id, 0, more, cookie));

  expect(problem.code).toBe('TOO_LARGE');
  // The same without a Content-Length.
  const response = await app.request(`/api/studio/uploads/${_id}`, {
    method: 'PATCH',
    headers: { ...partHeaders(0), Cookie: cookie },
    body: new Blob([more]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(413);
  expect(await received(_id)).toBe(0);
});

test('refuses an empty file, and an empty part changes nothing', async () => {
  const designId = await draft();
  const body = { kind: 'file', name: 'no.pdf', bytes: 0, modifiedAt: 1, replaces: null } as const;
  const start = { params: { designId }, body, cookie };
  expect((await studioRefused(app, 'startUpload', start)).problem.fields).toEqual({
    bytes: 'This file is empty.',
  });
  const { _id } = await startUpload(app, cookie, designId, { name: 'a.pdf', bytes: pdf(10) });

  const { answer } = await callStudio(app, 'sendPart', partOf(_id, 0, new Uint8Array(), cookie));

  expect(answer).toEqual({ received: 0 });
  const finish = await studioRefused(app, 'finishUpload', { params: { uploadId: _id }, cookie });
  expect([finish.problem.code, finish.problem.offset]).toEqual(['UPLOAD_OFFSET', 0]);
});

test.each([
  ['file', fileLimits.fileBytes],
  ['image', fileLimits.imageBytes],
] as const)('a %s over its limit is refused before a byte is sent', async (kind, most) => {
  const designId = await draft();
  const start = (bytes: number) => ({
    params: { designId },
    body: { kind, name: 'large.png', bytes, modifiedAt: 1, replaces: null },
    cookie,
  });

  expect((await studioRefused(app, 'startUpload', start(most + 1))).status).toBe(422);
  await callStudio(app, 'startUpload', start(most));
});

test.each<readonly [PickedFile['kind'], string, string]>([
  ['image', 'a text that says it is a picture', 'photo.png'],
  ['image', '%PDF-1.7', 'photo.jpg'],
  ['file', 'MZ a program', 'design.zip'],
  ['file', '<!doctype html><html><svg></svg></html>', 'design.svg'],
])('the type of a %s is detected from its bytes: %s', async (kind, text, name) => {
  const designId = await draft();
  const bytes = new TextEncoder().encode(text.padEnd(100));
  const { _id } = await startUpload(app, cookie, designId, { kind: kind ?? 'file', name, bytes });

  const { status, problem } = await studioRefused(app, 'sendPart', partOf(_id, 0, bytes, cookie));

  expect([status, problem.code]).toEqual([415, 'UNSUPPORTED_TYPE']);
  // Forgotten, so that nobody is asked to continue it.
  const gone = await studioRefused(app, 'upload', { params: { uploadId: _id }, cookie });
  expect(gone.problem.message).toBe(fileMessages.noUpload);
});

test('a ZIP without a file in it is refused', async () => {
  const designId = await draft();
  const bytes = new Uint8Array(await buffer(storedZip([])));
  const { _id } = await startUpload(app, cookie, designId, { name: 'design.zip', bytes });

  const { problem } = await studioRefused(app, 'sendPart', partOf(_id, 0, bytes, cookie));

  expect(problem.message).toBe(fileMessages.emptyZip);
  expect((await filesOf(designId)).files).toEqual([]);
});

test('a name is sanitised and gets the extension of its kind', async () => {
  const designId = await draft();
  const png = new Uint8Array(await picture('png', { width: 3, height: 3 }));
  await sendUpload(app, cookie, designId, { name: '../../etc/Fox .jpg', bytes: png });
  await sendUpload(app, cookie, designId, { name: 'Fox', bytes: pdf(9) });
  await sendUpload(app, cookie, designId, { name: 'FOX.PDF', bytes: pdf(8) });

  const { files } = await filesOf(designId);

  expect(files.map(({ name }) => name)).toEqual(['etc Fox.png', 'Fox.pdf', 'FOX 2.PDF']);
});

test('the same file twice is refused', async () => {
  const designId = await draft();
  const bytes = pdf(100);
  await sendUpload(app, cookie, designId, { name: 'one.pdf', bytes });
  const { _id: uploadId } = await startUpload(app, cookie, designId, { name: 'two.pdf', bytes });
  await callStudio(app, 'sendPart', partOf(uploadId, 0, bytes, cookie));

  const { problem } = await studioRefused(app, 'finishUpload', { params: { uploadId }, cookie });

  expect(problem.code).toBe('INVALID');
  expect((await filesOf(designId)).files).toHaveLength(1);
});

test('finishing an upload again returns the same answer and adds nothing', async () => {
  const designId = await draft();
  const bytes = pdf(2000);
  const { _id: uploadId } = await startUpload(app, cookie, designId, { name: 'a.pdf', bytes });
  await callStudio(app, 'sendPart', partOf(uploadId, 0, bytes, cookie));
  const finish = () => callStudio(app, 'finishUpload', { params: { uploadId }, cookie });

  const answers = await Promise.all([finish(), finish(), finish()]);

  expect(new Set(answers.map(({ answer }) => answer.sha256))).toEqual(new Set([sha256(bytes)]));
  expect((await finish()).answer.sha256).toBe(sha256(bytes));
  expect((await filesOf(designId)).files).toHaveLength(1);
});

test('a picture finished by several tabs at once is one picture', async () => {
  const designId = await draft();
  const bytes = new Uint8Array(await picture('png', { width: 4, height: 4 }));
  const file = { kind: 'image', name: 'a.png', bytes } as const;
  const { _id: uploadId } = await startUpload(app, cookie, designId, file);
  await callStudio(app, 'sendPart', partOf(uploadId, 0, bytes, cookie));
  const finish = () => callStudio(app, 'finishUpload', { params: { uploadId }, cookie });

  await Promise.all([finish(), finish(), finish()]);

  expect((await filesOf(designId)).work).toHaveLength(1);
});

test('a cancelled upload is deleted with its bytes', async () => {
  const designId = await draft();
  const bytes = pdf(3000);
  const { _id: uploadId } = await startUpload(app, cookie, designId, { name: 'a.pdf', bytes });
  await callStudio(app, 'sendPart', partOf(uploadId, 0, bytes.slice(0, 2000), cookie));
  const { part } = await services.database.read
    .selectFrom('uploadParts')
    .select('part')
    .where('uploadId', '=', uploadId)
    .executeTakeFirstOrThrow();

  await callStudio(app, 'cancelUpload', { params: { uploadId }, cookie });

  expect((await filesOf(designId)).uploads).toEqual([]);
  expect(await services.files.partsBefore(new Date(Date.now() + 1000))).not.toContain(part);
  const late = partOf(uploadId, 2000, bytes.slice(2000), cookie);
  expect((await studioRefused(app, 'sendPart', late)).status).toBe(404);
});

test('an abandoned upload is deleted after a week', async () => {
  const here = await makeServices();
  const shop = createApp(here);
  const mia = await joinStudio(shop, here);
  const designId = await addProduct(here, { status: 'draft', files: {} });
  const bytes = pdf(3000);
  const old = await startUpload(shop, mia.cookie, designId, { name: 'old.pdf', bytes });
  await callStudio(shop, 'sendPart', partOf(old._id, 0, bytes.slice(0, 100), mia.cookie));
  here.pass(fileLimits.uploadDays * 86_400_000);
  await runRetention(here);
  expect(await here.database.read.selectFrom('uploadParts').selectAll().execute()).toHaveLength(1);

  here.pass(1);
  for (const days of [8, 9]) {
    await runRetention({ ...here, clock: () => new Date(Date.now() + days * 86_400_000) });
  }

  expect(await here.database.read.selectFrom('fileUploads').selectAll().execute()).toEqual([]);
  expect(await here.files.partsBefore(new Date(Date.now() + 86_400_000))).toEqual([]);
});

/** The error of a store whose disk is full. */
const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

/** Staff can free space, and are told how. */
const toldFull = { code: 'STORAGE_FULL', message: fileMessages.diskFull };

/** The app with a store whose methods in `faults` fail. */
function failingApp(faults: Partial<FileStore>): Hono {
  return createApp({ ...services, files: { ...services.files, ...faults } });
}

test('a full disk is reported, keeps what came before, and continues once there is room', async () => {
  const designId = await draft();
  const bytes = pdf(9000);
  const { _id } = await startUpload(app, cookie, designId, { name: 'a.pdf', bytes });
  await callStudio(app, 'sendPart', partOf(_id, 0, bytes.slice(0, 4000), cookie));
  const fullForParts = failingApp({ putPart: () => Promise.reject(full()) });
  const fullForOriginals = failingApp({ putOriginal: () => Promise.reject(full()) });

  const rest = partOf(_id, 4000, bytes.slice(4000), cookie);
  const part = await studioRefused(fullForParts, 'sendPart', rest);
  expect([part.status, part.problem]).toEqual([507, toldFull]);
  expect(services.storage.state().isFull).toBe(true);
  expect(await received(_id)).toBe(4000);

  await callStudio(app, 'sendPart', rest);
  const params = { uploadId: _id };
  const finish = await studioRefused(fullForOriginals, 'finishUpload', { params, cookie });
  expect([finish.status, finish.problem]).toEqual([507, toldFull]);
  expect((await filesOf(designId)).files).toEqual([]);

  const { answer } = await callStudio(app, 'finishUpload', { params, cookie });
  expect(answer.sha256).toBe(sha256(bytes));
  expect((await filesOf(designId)).files).toHaveLength(1);
});

test('a full disk under the database leaves no part behind', async () => {
  const bytes = pdf(3000);
  const { _id } = await startUpload(app, cookie, await draft(), { name: 'a.pdf', bytes });
  const before = await services.files.partsBefore(new Date(Date.now() + 1000));
  const sqliteFull = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const write = () => Promise.reject(sqliteFull);
  const failing = createApp({ ...services, database: { ...services.database, write } });

  const part = await studioRefused(failing, 'sendPart', partOf(_id, 0, bytes, cookie));
  const rename = { params: { fileId: '0'.repeat(24) }, body: { name: 'b.pdf' }, cookie };
  const renamed = await studioRefused(failing, 'renameFile', rename);

  expect([part.status, part.problem]).toEqual([507, toldFull]);
  expect([renamed.status, renamed.problem]).toEqual([507, toldFull]);
  expect(await services.files.partsBefore(new Date(Date.now() + 1000))).toEqual(before);
  expect(await received(_id)).toBe(0);
});

test('a part whose commit went unanswered stays, because it may count', async () => {
  const bytes = pdf(3000);
  const { _id } = await startUpload(app, cookie, await draft(), { name: 'a.pdf', bytes });
  const write: Database['write'] = async (work, owner) => {
    await services.database.write(work, owner);
    throw new DatabaseUnavailable(new Error('the connection broke off'));
  };
  const failing = createApp({ ...services, database: { ...services.database, write } });

  const part = await studioRefused(failing, 'sendPart', partOf(_id, 0, bytes, cookie));

  expect(part.status).toBe(503);
  expect(await received(_id)).toBe(bytes.length);
  const finish = { params: { uploadId: _id }, cookie };
  const { answer } = await callStudio(app, 'finishUpload', finish);
  expect(answer.sha256).toBe(sha256(bytes));
});

test('an upload whose parts are gone, as after a restore, starts over', async () => {
  const bytes = pdf(5000);
  const params = { uploadId: '' };
  ({ _id: params.uploadId } = await startUpload(app, cookie, await draft(), {
    name: 'kit.pdf',
    bytes,
  }));
  await callStudio(app, 'sendPart', partOf(params.uploadId, 0, bytes, cookie));
  await rm(join(services.env.dataDir, 'parts'), { recursive: true });
  await mkdir(join(services.env.dataDir, 'parts'));

  const { problem } = await studioRefused(app, 'finishUpload', { params, cookie });

  expect(problem).toMatchObject({ code: 'UPLOAD_OFFSET', offset: 0 });
  await callStudio(app, 'sendPart', partOf(params.uploadId, 0, bytes, cookie));
  const { answer } = await callStudio(app, 'finishUpload', { params, cookie });
  expect(answer.sha256).toBe(sha256(bytes));
});

test('forgets a file that the design already has, with its parts', async () => {
  const designId = await draft();
  const bytes = pdf(4000);
  await sendUpload(app, cookie, designId, { name: 'a.pdf', bytes });
  const { _id: uploadId } = await startUpload(app, cookie, designId, { name: 'b.pdf', bytes });
  await callStudio(app, 'sendPart', partOf(uploadId, 0, bytes, cookie));

  const { problem } = await studioRefused(app, 'finishUpload', { params: { uploadId }, cookie });

  expect(problem.message).toBe(fileMessages.twice);
  expect((await filesOf(designId)).uploads).toEqual([]);
  const parts = await services.files.partsBefore(new Date(Date.now() + 86_400_000));
  const rows = await services.database.read.selectFrom('uploadParts').select('part').execute();
  expect(parts.filter((part) => !rows.some((row) => row.part === part))).toEqual([]);
});

test('an upload of which no byte has arrived is nothing to continue', async () => {
  const designId = await draft();
  await startUpload(app, cookie, designId, { name: 'a.pdf', bytes: pdf(4000) });
  expect((await filesOf(designId)).uploads).toEqual([]);
});
