import { expect, test } from 'vitest';
import { imagePath } from '#contract/shop/paths.ts';
import { createApp } from '#server/app.ts';
import { makeServices } from '#tests/support/make-services.ts';

const hash = 'ab'.repeat(32);

async function setUp() {
  const services = await makeServices();
  await services.files.putPreview(`${hash}/640.webp`, Buffer.from('a picture'));
  return createApp(services);
}

test('a preview is public, cached forever and has a strong ETag', async () => {
  const app = await setUp();

  const response = await app.request(imagePath(hash, 640, 'webp'));

  expect(response.status).toBe(200);
  expect(await response.text()).toBe('a picture');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '9',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^"[^"]+"$/),
  });
});

test('a known preview is not sent again', async () => {
  const app = await setUp();
  const path = imagePath(hash, 640, 'webp');
  const etag = (await app.request(path)).headers.get('etag') ?? '';

  const response = await app.request(path, { headers: { 'If-None-Match': etag } });

  expect(response.status).toBe(304);
  expect(await response.text()).toBe('');
});

test('a known preview is not sent again if a proxy changed its ETag', async () => {
  const app = await setUp();
  const path = imagePath(hash, 640, 'webp');
  const etag = (await app.request(path)).headers.get('etag') ?? '';
  const statusOf = async (known: string) =>
    (await app.request(path, { headers: { 'If-None-Match': known } })).status;

  expect(await statusOf(`W/${etag}`)).toBe(304);
  expect(await statusOf(etag.replace(/"$/, '-gzip"'))).toBe(304);
  expect(await statusOf('*')).toBe(304);
  expect(await statusOf(etag.replace(/"$/, 'x"'))).toBe(200);
});

test('HEAD returns the size of a preview', async () => {
  const app = await setUp();

  const response = await app.request(imagePath(hash, 640, 'webp'), { method: 'HEAD' });

  expect(response.headers.get('content-length')).toBe('9');
  expect(await response.text()).toBe('');
});

test.each([
  imagePath(hash, 320, 'webp'),
  imagePath('cd'.repeat(32), 640, 'webp'),
  `/images/${hash}/641.webp`,
  `/images/${hash}/640.png`,
  `/images/${hash}/640.webp/`,
  `/images/${hash}`,
  '/images/',
  `/images/${hash.toUpperCase()}/640.webp`,
  `/images/${hash}/..%2f${hash}%2f640.webp`,
  '/images/%ff',
])('%s is not found, without an HTML page', async (path) => {
  const app = await setUp();

  const response = await app.request(path);

  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).not.toContain('html');
  expect(response.headers.get('cache-control')).toBe('no-store');
});
