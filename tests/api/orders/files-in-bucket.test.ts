import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { orderZipPath } from '#contract/shop/bought-zip.ts';
import { downloadPath } from '#contract/shop/own-paths.ts';
import { imagePath, throughShopHeader } from '#contract/shop/paths.ts';
import { createApp } from '#server/app.ts';
import { publishArchive } from '#server/designs/files/archive.ts';
import { doNextWork } from '#server/designs/files/do-work.ts';
import { computeNextChecksum } from '#server/platform/checksums/file-checksums.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';
import { partHeaders, partOf, sendUpload, startUpload } from '#tests/support/send-upload.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';
import { unpackZip } from '#tests/support/unpack-zip.ts';

/** A shop whose files are in a bucket. */

let s3: S3Server;
let services: TestServices;

beforeAll(async () => {
  s3 = await startS3();
  services = await makeServices({ settings: s3.settings });
});

afterEach(() => s3.interfere(null));

afterAll(() => s3.end());

async function setUp(state: 'paid' | 'review' = 'paid') {
  const app = createApp(services);
  const buyer = await signUp(services);
  const bytes = randomBytes(10_000);
  const productId = await addProduct(services, { files: { 'Woodland foxes.png': bytes } });
  const order = await addOrder(services, { accountId: buyer.id, productIds: [productId], state });
  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
    app.request(path, { headers: { ...headers } });
  const stable = downloadPath(order.id, order.itemIds[0] ?? '');
  const session = (token: string) => ({ Authorization: `Bearer ${token}` });
  /** The shop's own signed address. */
  const signed = async () =>
    (await ask(stable, session(buyer.token))).headers.get('location') ?? '';
  return { app, buyer, bytes, stable, session, ask, signed };
}

test('the owner is redirected to the bucket, under a safe name', async () => {
  const { ask, signed, bytes } = await setUp();

  const answer = await ask(await signed(), { Range: 'bytes=100-' });

  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const location = answer.headers.get('location') ?? '';
  expect(location).toContain(`${s3.url}/shop/files/originals/`);
  const part = await fetch(location, { headers: { Range: 'bytes=100-' } });
  expect(part.headers.get('content-disposition')).toContain('filename="Woodland foxes.png"');
  expect(part.headers.get('content-range')).toBe('bytes 100-9999/10000');
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100));
});

test('a ZIP of an order comes from the shop, and continues at any byte', async () => {
  const { ask, buyer, stable, session, bytes } = await setUp();
  const path = orderZipPath(/orders\/(\w+)\//.exec(stable)?.[1] ?? '');
  expect((await ask(path, session(buyer.token))).status).toBe(503);
  while (await computeNextChecksum(services));
  const signedZip = (await ask(path, session(buyer.token))).headers.get('location') ?? '';

  const zip = Buffer.from(await (await ask(signedZip)).arrayBuffer());
  const part = await ask(signedZip, { Range: 'bytes=5000-' });

  expect(unpackZip(zip)[0]?.[1]).toEqual(bytes);
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(zip.subarray(5000));
});

test('nobody else is', async () => {
  const { ask, signed, stable, session } = await setUp();
  const other = await signUp(services);
  const unpaid = await setUp('review');
  const link = await signed();
  const answers = [
    await ask(stable),
    await ask(stable, session(other.token)),
    await ask(link, session(other.token)),
    await ask(link.replace(/.{8}\//, 'AAAAAAAA/')),
    await unpaid.ask(unpaid.stable, session(unpaid.buyer.token)),
  ];
  await services.database.write((tx) =>
    tx.updateTable('orderItems').set({ revokedAt: services.clock().toISOString() }).execute(),
  );
  answers.push(await ask(link));
  await services.database.write((tx) =>
    tx.updateTable('orderItems').set({ revokedAt: null }).execute(),
  );

  expect(answers.map(({ status }) => status)).toEqual([401, 404, 404, 404, 403, 403]);
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual(answers.map(() => null));
});

test('a browser that cannot reach the bucket gets the bytes through the shop', async () => {
  const { ask, signed, bytes } = await setUp();

  const answer = await ask(await signed(), { [throughShopHeader]: '1', Range: 'bytes=5000-' });

  expect(answer.status).toBe(206);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(5000));
});

test('a bucket that is down is reported, and the shop answers what it can', async () => {
  const { app, ask, signed } = await setUp();
  const link = await signed();
  s3.interfere((_, response) => {
    response.destroy();
    return true;
  });

  const download = await ask(link, { [throughShopHeader]: '1' });
  const picture = await ask(`/images/${'ab'.repeat(32)}/320.webp`);

  expect([download.status, picture.status]).toEqual([503, 503]);
  expect(Number(download.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await download.json()).toMatchObject({ code: 'UNAVAILABLE' });
  expect((await app.request('/api/products')).status).toBe(200);
});

test('keeps no file on its disk', async () => {
  await setUp();

  const names = await readdir(services.env.dataDir);
  expect(
    names.filter((name) => ['originals', 'previews', 'uploads', 'parts'].includes(name)),
  ).toEqual([]);
});

/** A PDF judging by its first bytes. */
const pdf = (length: number) =>
  new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(length)]));

test('an upload that was cut continues at another process of the shop', async () => {
  const [first, disk] = [createApp(services), await mkdtemp(join(tmpdir(), 'pinwheel-second-'))];
  onTestFinished(() => rm(disk, { recursive: true }));
  const files = await openFiles({ ...services.env, dataDir: disk });
  const second = createApp({ ...services, files });
  const { cookie } = await joinStudio(first, services);
  const designId = await addProduct(services, { status: 'draft', files: {} });
  const bytes = pdf(9000);
  const upload = await startUpload(first, cookie, designId, { name: 'kit.pdf', bytes });
  const cut = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.slice(0, 4000)),
    pull: (controller) => controller.error(new TypeError('the connection broke off')),
  });
  await first.request(`/api/studio/uploads/${upload._id}`, {
    method: 'PATCH',
    headers: { ...partHeaders(0), Cookie: cookie },
    body: cut,
    duplex: 'half',
  } as RequestInit);

  const rest = await callStudio(
    second,
    'sendPart',
    partOf(upload._id, 4000, bytes.slice(4000), cookie),
  );
  const { answer } = await callStudio(first, 'finishUpload', {
    params: { uploadId: upload._id },
    cookie,
  });

  expect(rest.answer.received).toBe(bytes.length);
  expect(answer.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(await buffer(files.readOriginal(answer.sha256))).toEqual(Buffer.from(bytes));
  expect((await s3.paths()).filter((path) => path.startsWith('parts/'))).toEqual([]);
});

/** An upload that is complete except for its last call, and large enough to go to the bucket in parts. */
async function largeUpload() {
  const app = createApp(services);
  const { cookie } = await joinStudio(app, services);
  const designId = await addProduct(services, { status: 'draft', files: {} });
  const bytes = pdf(9_000_000);
  const { _id: uploadId } = await startUpload(app, cookie, designId, { name: 'kit.pdf', bytes });
  await callStudio(app, 'sendPart', partOf(uploadId, 0, bytes, cookie));
  const call = { params: { uploadId }, cookie };
  return {
    bytes,
    finish: async () => (await callStudio(app, 'finishUpload', call)).answer,
    received: async () => (await callStudio(app, 'upload', call)).answer.received,
    refused: () => studioRefused(app, 'finishUpload', call),
  };
}

/** Whether a request completes the upload of an original in parts. */
const completes = ({ method, url = '' }: IncomingMessage) =>
  method === 'POST' && url.includes('/originals/') && url.includes('uploadId=');

test('what the studio sent is kept while a proxy hides the bucket', async () => {
  const { bytes, finish, received, refused } = await largeUpload();
  s3.interfere((_, response) => {
    response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html><hr>Not found</html>');
    return true;
  });

  const answer = await refused();
  s3.interfere(null);

  expect(answer).toMatchObject({ status: 503, problem: { code: 'UNAVAILABLE' } });
  expect(await received()).toBe(bytes.length);
  expect((await finish()).bytes).toBe(bytes.length);
});

function answerNoSuchUpload(response: ServerResponse): true {
  response.writeHead(404, { 'Content-Type': 'application/xml' });
  response.end('<Error><Code>NoSuchUpload</Code><Message>It is gone.</Message></Error>');
  return true;
}

test('an upload is finished even if the bucket’s answer to the last step is lost', async () => {
  const { bytes, finish } = await largeUpload();
  let completed = 0;
  s3.interfere((request, response) => {
    if (!completes(request)) return false;
    completed += 1;
    if (completed > 1) return answerNoSuchUpload(response);
    response.write = () => true;
    response.end = () => response.destroy();
    return false;
  });

  const { sha256 } = await finish();

  expect(completed).toBe(2);
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(await buffer(services.files.readOriginal(sha256))).toEqual(Buffer.from(bytes));
});

test('what the studio sent is kept if the bucket forgot its own upload', async () => {
  const { bytes, finish, received, refused } = await largeUpload();
  s3.interfere((request, response) => completes(request) && answerNoSuchUpload(response));

  const answer = await refused();
  s3.interfere(null);

  expect(answer).toMatchObject({ status: 503, problem: { code: 'UNAVAILABLE' } });
  expect(await received()).toBe(bytes.length);
  expect((await finish()).bytes).toBe(bytes.length);
});

test('previews and archives are made from what is in the bucket', async () => {
  const app = createApp(services);
  const { cookie } = await joinStudio(app, services);
  const designId = await addProduct(services, { status: 'draft', files: {} });
  const image = new Uint8Array(await picture('png', { width: 400, height: 300 }));
  await sendUpload(app, cookie, designId, { name: 'a.png', bytes: image, kind: 'image' });
  while (await doNextWork(services));
  const row = await services.database.read
    .selectFrom('productImages')
    .select('hash')
    .where('productId', '=', designId)
    .where('sourceSha256', 'is not', null)
    .executeTakeFirstOrThrow();
  const shown = await app.request(imagePath(row.hash, 320, 'webp'));
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);

  for (const name of ['a.pdf', 'b.pdf']) {
    await sendUpload(app, cookie, designId, { name, bytes: pdf(500) });
  }
  expect(await publishArchive(services, designId)).toBe('done');
});

test('previews come from a public bucket, if there is one, and from the shop for who can’t read it', async () => {
  const env = { ...services.env, imagesUrl: 'https://pictures.example/previews' };
  const hash = 'ab'.repeat(32);
  const path = imagePath(hash, 640, 'avif');
  const app = createApp({ ...services, env });
  await services.files.putPreview(`${hash}/640.avif`, Buffer.from('a picture'));

  const answer = await app.request(path);
  const throughShop = await app.request(path, { headers: { [throughShopHeader]: '1' } });

  expect([answer.status, answer.headers.get('location'), answer.headers.get('vary')]).toEqual([
    302,
    `https://pictures.example/previews/ab/${hash}/640.avif`,
    throughShopHeader,
  ]);
  expect([throughShop.status, await throughShop.text()]).toEqual([200, 'a picture']);
  expect(throughShop.headers.get('vary'), 'for a cache in front of the shop').toBe(
    throughShopHeader,
  );
});
