import { createHash, randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { downloadPath } from '#contract/shop/own-paths.ts';
import { createApp } from '#server/app.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { timeOf } from '#tests/support/verify-signature.ts';

/** A buyer of a design, with the file `bytes`. */
async function buyerOf(services: TestServices, bytes: Buffer) {
  const app = createApp(services);
  const buyer = await signUp(services);
  const productIds = [await addProduct(services, { files: { 'design.png': bytes } })];
  const order = await addOrder(services, { accountId: buyer.id, productIds });
  const ask = async (path: string) =>
    app.request(path, { headers: { Authorization: `Bearer ${buyer.token}` } });
  return { order, itemId: order.itemIds[0] ?? '', ask };
}

test.each(['%00', 'none'])('no download has the id %s', async (id) => {
  const { order, itemId, ask } = await buyerOf(await makeServices(), randomBytes(10));
  const status = async (path: string) => (await ask(path)).status;

  expect(await status(downloadPath(id, itemId))).toBe(404);
  expect(await status(downloadPath(order.id, id))).toBe(404);
});

test('a download that fails leaves no address in the log that would open it', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const services = await makeServices({ log });
  const { order, itemId, ask } = await buyerOf(services, randomBytes(10));
  const redirect = await ask(downloadPath(order.id, itemId));
  const address = redirect.headers.get('location') ?? '';
  const statOriginal = () => Promise.reject(new TypeError('broke off'));
  const failing = createApp({ ...services, files: { ...services.files, statOriginal } });

  const answer = await failing.request(address);

  expect(answer.status).toBe(500);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'request failed', path: '/files/…' },
  ]);
  expect(lines.join()).not.toContain(order.id);
});

describe('at the address that a buyer gets, the bucket', () => {
  const bytes = randomBytes(500);
  const otherBytes = randomBytes(400);
  const otherSha256 = createHash('sha256').update(otherBytes).digest('hex');
  let s3: S3Server;
  let address: string;

  beforeAll(async () => {
    s3 = await startS3();
    const services = await makeServices({ settings: s3.settings });
    await services.files.putOriginal(otherBytes);
    const { order, itemId, ask } = await buyerOf(services, bytes);
    const next = async (path: string) => (await ask(path)).headers.get('location') ?? '';
    address = await next(await next(downloadPath(order.id, itemId)));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  afterAll(() => s3.end());

  test('gives the file', async () => {
    const answer = await fetch(address);

    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  });

  test.each<[string, (url: URL) => unknown]>([
    [
      'another file',
      (url) => {
        url.pathname = `/shop/files/originals/${otherSha256.slice(0, 2)}/${otherSha256}`;
      },
    ],
    ['a longer time', ({ searchParams }) => searchParams.set('X-Amz-Expires', '3600')],
    ['another time', ({ searchParams }) => searchParams.set('X-Amz-Date', inAMinute())],
    [
      'another name of the file',
      ({ searchParams }) => searchParams.set('response-content-disposition', 'inline'),
    ],
    [
      'no signature',
      (url) => {
        url.search = '';
      },
    ],
  ])('gives nothing once it has %s', async (_, change) => {
    const url = new URL(address);
    change(url);

    expect((await fetch(url)).status).toBe(403);
  });

  test.each([
    ['still gives the file just before five minutes are over', 290_000, 200],
    ['gives nothing after five minutes', 301_000, 403],
  ])('%s', async (_, later, status) => {
    const signedAt = new URL(address).searchParams.get('X-Amz-Date') ?? '';

    vi.useFakeTimers({ toFake: ['Date'], now: timeOf(signedAt) + later });

    expect((await fetch(address)).status).toBe(status);
  });
});

const inAMinute = () => new Date(Date.now() + 60_000).toISOString().replace(/[-:]|\.\d+/g, '');
