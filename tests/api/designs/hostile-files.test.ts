import { readdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { type StudioCallName, studioCalls } from '#contract/studio/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { doNextWork } from '#server/designs/files/do-work.ts';
import { addProduct } from '#tests/support/add-product.ts';
import {
  type HostileFile,
  hostileFiles,
  hostileNames,
  payload,
} from '#tests/support/hostile-files.ts';
import { partHeaders, partOf, startUpload } from '#tests/support/send-upload.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { openStudioWorld, type StudioWorld } from '#tests/support/studio-world.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

/** Every call of the studio that accepts bytes, with files that are not what they should be. */

type BytesCall = {
  [N in StudioCallName]: (typeof studioCalls)[N] extends { bodyType: 'bytes' } ? N : never;
}[StudioCallName];

let world: StudioWorld;
let files: readonly HostileFile[];

beforeAll(async () => {
  world = await openStudioWorld();
  files = await hostileFiles();
});

/** Declared as something it isn't: only its bytes identify it. */
const disguised = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'text/html' };

/** Sends a file through a call; returns `taken` or the code of the refusal. */
const send: Readonly<Record<BytesCall, (file: HostileFile) => Promise<string>>> = {
  addFrontImage: (file) => direct('addFrontImage', file),
  uploadLogo: (file) => direct('uploadLogo', file),
  uploadImport: (file) => direct('uploadImport', file),
  uploadDesignTable: (file) => direct('uploadDesignTable', file),
  previewConsents: (file) => direct('previewConsents', file),
  importConsents: (file) => direct('importConsents', file),
  sendPart: (file) => uploaded(file, 'file'),
};

async function direct(name: BytesCall, { bytes }: HostileFile): Promise<string> {
  return outcomeOf(await world.send(name, { body: new Blob([bytes]), headers: disguised }));
}

async function outcomeOf(response: Response): Promise<string> {
  if (response.ok) return 'taken';
  expect(response.status).toBeLessThan(500);
  const { code, message } = (await response.json()) as { code: string; message: string };
  expect(message).not.toBe('');
  return code;
}

const newDraft = () => addProduct(world.services, { status: 'draft', files: {} });

async function uploaded(
  { what, bytes }: HostileFile,
  kind: 'image' | 'file',
  designId?: string,
): Promise<string> {
  const { app, cookie } = world;
  const design = designId ?? (await newDraft());
  const picked = { kind, name: `${what}.png`, bytes };
  const { _id: uploadId } = await startUpload(app, cookie, design, picked);
  const headers = { ...disguised, ...partHeaders(0) };
  const body = new Blob([bytes]);
  const part = await world.send('sendPart', { params: { uploadId }, body, headers });
  if (!part.ok) return outcomeOf(part);
  return outcomeOf(await world.send('finishUpload', { params: { uploadId } }));
}

test('this corpus is sent through every call that accepts bytes', () => {
  const entries = Object.entries(studioCalls) as [StudioCallName, Call][];
  const withBytes = entries.filter(([, call]) => call.bodyType === 'bytes').map(([name]) => name);
  expect(Object.keys(send).toSorted()).toEqual(withBytes.toSorted());
});

test('only a table is imported as one', async () => {
  const before = await wholeDatabase(world.services);

  const outcomes = new Set<string>();
  for (const file of files) {
    outcomes.add(await send.uploadImport(file));
    outcomes.add(await send.uploadDesignTable(file));
    outcomes.add(await send.previewConsents(file));
    outcomes.add(await send.importConsents(file));
  }

  expect([...outcomes].toSorted()).toEqual(['INVALID']);
  expect(await wholeDatabase(world.services)).toEqual(before);
});

test('a featured image is decoded, and only its pixels are shown', async () => {
  const outcomes: Record<string, string> = {};
  for (const file of files) outcomes[file.what] = await send.addFrontImage(file);

  const taken = Object.entries(outcomes).filter(([, outcome]) => outcome === 'taken');
  expect(taken.map(([what]) => what)).toEqual([
    'a PNG with a bomb of text',
    'a PNG with a page behind it',
    'a JPEG with an archive behind it',
    'a WebP with a page behind it',
  ]);
  expect(new Set(Object.values(outcomes))).toEqual(new Set(['INVALID', 'taken']));
  const { answer } = await callStudio(world.app, 'front', { cookie: world.cookie });
  for (const { url } of answer.images) await expectClean(url);
});

test('none of them is a logo', async () => {
  const outcomes = new Set<string>();
  for (const file of files) outcomes.add(await send.uploadLogo(file));

  expect(outcomes).toEqual(new Set(['INVALID']));
});

/** Checks that the shop serves a picture at a URL, without any of the scripts. */
async function expectClean(url: string): Promise<void> {
  const response = await world.app.request(url);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(Buffer.from(await response.arrayBuffer()).includes(payload)).toBe(false);
}

test('a file is treated as what it is, and is served as a download that no browser renders', async () => {
  for (const file of files) {
    const outcome = await send.sendPart(file);
    expect([file.what, outcome]).toEqual([
      file.what,
      file.looksLike === 'neither' ? 'UNSUPPORTED_TYPE' : 'taken',
    ]);
  }
  const kept = await world.services.database.read
    .selectFrom('productFiles')
    .select('id')
    .where('sha256', 'is not', null)
    .execute();
  for (const { id: fileId } of kept) {
    const { headers } = await world.send('fileContent', { params: { fileId } });
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).not.toMatch(/html|script|xml;|text\/xml/);
  }
});

test("a design's picture is decoded before the shop has it, or its error is reported", async () => {
  const designId = await newDraft();
  const before = await callStudio(world.app, 'designFiles', {
    params: { designId },
    cookie: world.cookie,
  });
  for (const file of files) {
    const outcome = await uploaded(file, 'image', designId);
    expect([file.what, outcome]).toEqual([
      file.what,
      file.looksLike === 'picture' ? 'taken' : 'UNSUPPORTED_TYPE',
    ]);
  }

  while (await doNextWork(world.services));

  const params = { designId };
  const { answer } = await callStudio(world.app, 'designFiles', { params, cookie: world.cookie });
  const shown = answer.images.slice(before.answer.images.length);
  expect(shown.map(({ name }) => name).toSorted()).toEqual([
    'a JPEG with an archive behind it.jpg',
    'a PNG with a bomb of text.png',
    'a PNG with a page behind it.png',
    'a WebP with a page behind it.webp',
  ]);
  expect(answer.work).toHaveLength(
    files.filter(({ looksLike }) => looksLike === 'picture').length - shown.length,
  );
  expect(answer.work.every(({ state, problem }) => state === 'failed' && problem)).toBe(true);
  for (const { url } of shown) await expectClean(url);
});

test('no file name leads outside its folder', async () => {
  const { app, cookie, services } = world;
  const designId = await newDraft();
  const foldersBefore = await readdir(services.env.dataDir);
  for (const [place, name] of hostileNames.entries()) {
    const bytes = new Uint8Array(Buffer.from(`%PDF-1.7\n${place}`));
    const { _id: uploadId } = await startUpload(app, cookie, designId, { name, bytes });
    const part = partOf(uploadId, 0, bytes, cookie);
    await callStudio(app, 'sendPart', part);
    await callStudio(app, 'finishUpload', { params: { uploadId }, cookie });
  }

  const { answer } = await callStudio(app, 'designFiles', { params: { designId }, cookie });

  expect(answer.files).toHaveLength(hostileNames.length);
  for (const { name } of answer.files) {
    expect(name).toMatch(/^[^./\\][^/\\<>:"|?*\p{Cc}\p{Cf}\u2028\u2029]*\.pdf$/u);
    expect(name.length).toBeLessThanOrEqual(200);
  }
  expect(new Set(answer.files.map(({ name }) => name.toLowerCase())).size).toBe(
    hostileNames.length,
  );
  expect(await readdir(services.env.dataDir)).toEqual(foldersBefore);
});
