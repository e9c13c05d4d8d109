import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { paths } from '#contract/shop/paths.ts';
import { parseEnv } from '#server/platform/env.ts';
import { allowPages } from '#server/platform/files/s3/prepare-bucket.ts';
import { buy, signIn } from '#tests/support/buying-test.ts';
import type { RunningShop } from '#tests/support/run-shop.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';
import { makeApi } from '#tests/support/shop-api.ts';
import { putInBucket, runShopInBucket } from '#tests/support/shop-in-bucket.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';

interface Fixtures {
  readonly s3: S3Server;
  readonly ownShop: RunningShop;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  expectedErrors: async ({}, use) => use([/net::ERR_/]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  s3: async ({}, use) => {
    const s3 = await startS3();
    await use(s3);
    await s3.end();
  },
  ownShop: async ({ s3 }, use) => {
    const shop = await runShopInBucket(s3);
    await use(shop);
    await shop.end();
  },
});

test('a download from the bucket resumes and is complete, and none of it comes from the shop', {
  tag: '@core',
}, async ({ page, s3, ownShop }) => {
  const api = makeApi(ownShop);
  const { bucket } = parseEnv(s3.settings);
  if (!bucket) throw new Error('The shop has no bucket');
  expect(await allowPages(bucket, ownShop.url)).toBeNull();
  const design = (await api.products()).find(
    ({ files, isBuyable, price }) => isBuyable && files.length === 1 && price > 0,
  );
  if (!design) throw new Error('The studio has no pattern');
  const bytes = randomBytes(3_000_000);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  putInBucket(s3, `originals/${sha256.slice(0, 2)}/${sha256}`, bytes);
  api.sql(
    'UPDATE productFiles SET sha256 = ?, bytes = ? WHERE productId = ?',
    sha256,
    3_000_000,
    design._id,
  );
  const buyer = await api.newBuyer();
  const order = await buy(api, ownShop.url, buyer, design);
  await signIn(page, buyer);
  await page.goto(`${ownShop.url}${paths.myOrders.path}?order=${order._id}`);
  const answers: string[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (!pathname.includes('/originals/') && !pathname.startsWith('/files/')) return;
    const range = response.headers()['content-range'] ?? '';
    answers.push(`${origin === s3.url ? 'bucket' : 'shop'} ${response.status()} ${range}`.trim());
  });
  s3.interfere(({ method, url }, response) => {
    if (method !== 'GET' || !url?.includes(sha256)) return false;
    s3.interfere(null);
    response.writeHead(200, {
      'Content-Length': bytes.length,
      'Access-Control-Allow-Origin': ownShop.url,
    });
    response.write(bytes.subarray(0, 1_000_000), () => setTimeout(() => response.destroy(), 200));
    return true;
  });

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download Now: ${design.title}` }).click();

  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(order.items[0]?.fileName);
  expect(readFileSync(await saved.path()).equals(bytes)).toBe(true);
  expect(answers).toEqual([
    'shop 302',
    'bucket 200',
    'shop 302',
    expect.stringMatching(/^bucket 206 bytes [1-9]\d*-2999999\/3000000$/),
  ]);
});
