import { createHash, randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { downloadPath } from '#contract/shop/own-paths.ts';
import { afterBucket, throughShopHeader } from '#contract/shop/paths.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { problemSchema } from '#contract/wire/problem.ts';
import { createApp } from '#server/app.ts';
import { publishArchive } from '#server/designs/files/archive.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { linkLifeMs, signedPath } from '#server/platform/files/signed-link.ts';
import type { AppServices } from '#server/services.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { parseExactly } from '#tests/support/send-call.ts';
import { signUp } from '#tests/support/sign-up.ts';

type Asked = Readonly<Record<string, string>>;

async function setUp(files: Readonly<Record<string, Uint8Array | null>> = {}) {
  const services = await makeServices();
  const app = createApp(services);
  const buyer = await signUp(services);
  const bytes = randomBytes(10_000);
  const given = Object.keys(files).length > 0 ? files : { 'Woodland foxes.png': bytes };
  const productId = await addProduct(services, { title: 'Woodland foxes', files: given });
  const order = await addOrder(services, { accountId: buyer.id, productIds: [productId] });
  const stable = (file?: number) => downloadPath(order.id, order.itemIds[0] ?? '', file);
  const follow = async (headers: Asked = {}, file?: number, method = 'GET') => {
    const first = await ask(app, stable(file), { ...headers, ...bearer(buyer.token) });
    expect(first.status).toBe(302);
    return ask(app, first.headers.get('location') ?? '', headers, method);
  };
  return { services, app, buyer, bytes, productId, order, stable, follow };
}

const bearer = (token: string): Asked => ({ Authorization: `Bearer ${token}` });

async function ask(app: Hono, path: string, headers: Asked = {}, method = 'GET') {
  return app.request(path, { method, headers: { ...headers } });
}

async function refusal(response: Response | Promise<Response>) {
  const settled = await response;
  expect(settled.ok).toBe(false);
  expect(settled.headers.get('cache-control')).toBe('no-store');
  const problem = parseExactly(problemSchema, await settled.text()) as { code: string };
  return [settled.status, problem.code];
}

const content = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("the stable link leads to the bytes under the file's name (S31)", async () => {
  const { app, buyer, stable, bytes } = await setUp();

  const first = await ask(app, stable(), bearer(buyer.token));
  const location = first.headers.get('location') ?? '';
  // What fetch does on this redirect: same origin, so the same headers.
  const second = await ask(app, location, bearer(buyer.token));

  expect(first.status).toBe(302);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(location).toMatch(/^\/files\/[\w.-]+\/Woodland%20foxes\.png$/);
  expect(second.status).toBe(200);
  expect(await content(second)).toEqual(bytes);
  expect(Object.fromEntries(second.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '10000',
    'content-disposition': `attachment; filename="Woodland foxes.png"; filename*=UTF-8''Woodland%20foxes.png`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test('sends the SHA-256 as ETag and digest', async () => {
  const { follow, bytes } = await setUp();
  const hash = createHash('sha256').update(bytes);
  const hex = hash.copy().digest('hex');

  const { headers } = await follow();

  expect(headers.get('etag')).toBe(`"${hex}"`);
  expect(headers.get('repr-digest')).toBe(`sha-256=:${hash.digest('base64')}:`);
});

test('HEAD returns the same headers without bytes and opens no file', async () => {
  const { services, app, buyer, stable, follow } = await setUp();
  const whole = await follow();
  let reads = 0;
  const files: FileStore = {
    ...services.files,
    readOriginal(sha256, range) {
      reads += 1;
      return services.files.readOriginal(sha256, range);
    },
  };
  const watched = createApp({ ...services, files });
  const location = (await ask(app, stable(), bearer(buyer.token))).headers.get('location') ?? '';

  const head = await ask(watched, location, {}, 'HEAD');

  expect(head.status).toBe(200);
  expect((await head.arrayBuffer()).byteLength).toBe(0);
  for (const name of ['etag', 'content-length', 'content-type', 'accept-ranges']) {
    expect(head.headers.get(name)).toBe(whole.headers.get(name));
  }
  expect(reads).toBe(0);
});

test.each([
  ['bytes=0-99', 0, 100],
  ['bytes=9990-', 9990, 10_000],
  ['bytes=-10', 9990, 10_000],
  ['bytes=500-999999', 500, 10_000],
])('%s returns that part', async (range, start, end) => {
  const { follow, bytes } = await setUp();

  const response = await follow({ Range: range });

  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/10000`);
  expect(response.headers.get('content-length')).toBe(String(end - start));
  expect(await content(response)).toEqual(bytes.subarray(start, end));
});

test('a range past the end is a 416 with the size', async () => {
  const { follow } = await setUp();

  const response = await follow({ Range: 'bytes=10000-' });

  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe('bytes */10000');
});

test.each(['bytes=0-1,4-5', 'pages=1-2', 'bytes=9-1', 'nonsense'])(
  '%s returns the whole file',
  async (range) => {
    const { follow, bytes } = await setUp();

    const response = await follow({ Range: range });

    expect(response.status).toBe(200);
    expect(await content(response)).toEqual(bytes);
  },
);

test('If-Range returns a part only of the same file', async () => {
  const { follow } = await setUp();
  const etag = (await follow()).headers.get('etag') ?? '';
  const part = async (ifRange: string) =>
    (await follow({ Range: 'bytes=0-9', 'If-Range': ifRange })).status;

  expect(await part(etag)).toBe(206);
  expect(await part(`W/${etag}`)).toBe(200);
  expect(await part(`"${'0'.repeat(64)}"`)).toBe(200);
  expect(await part('Sun, 01 Mar 2026 09:00:00 GMT')).toBe(200);
});

test('If-None-Match saves sending the bytes', async () => {
  const { follow } = await setUp();
  const etag = (await follow()).headers.get('etag') ?? '';

  const same = await follow({ 'If-None-Match': `"other", ${etag}` });
  const compressed = await follow({ 'If-None-Match': etag.replace(/"$/, '-gzip"') });
  const other = await follow({ 'If-None-Match': '"other"' });

  expect([same.status, compressed.status, other.status]).toEqual([304, 304, 200]);
  expect((await same.arrayBuffer()).byteLength).toBe(0);
  expect(same.headers.get('etag')).toBe(etag);
});

test('the parts concatenated are the file', async () => {
  const { follow, bytes } = await setUp();
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += 3000) {
    parts.push(await content(await follow({ Range: `bytes=${start}-${start + 2999}` })));
  }

  expect(Buffer.concat(parts)).toEqual(bytes);
});

test('reveals nothing without a session', async () => {
  const { app, stable } = await setUp();

  expect(await refusal(ask(app, stable()))).toEqual([401, 'NOT_SIGNED_IN']);
});

test("another account's order is not found", async () => {
  const { services, app, stable } = await setUp();
  const other = await signUp(services);

  expect(await refusal(ask(app, stable(), bearer(other.token)))).toEqual([404, 'NOT_FOUND']);
});

test('an item of another order of the same account is not found', async () => {
  const { services, app, buyer, order, productId } = await setUp();
  const second = await addOrder(services, { accountId: buyer.id, productIds: [productId] });
  const path = downloadPath(second.id, order.itemIds[0] ?? '');

  expect(await refusal(ask(app, path, bearer(buyer.token)))).toEqual([404, 'NOT_FOUND']);
});

test.each([
  'draft',
  'provider_creating',
  'provider_created',
  'capturing',
  'review',
  'void',
] as const)('an order that is %s has no downloads', async (state) => {
  const { services, app, buyer, productId } = await setUp();
  const order = await addOrder(services, { accountId: buyer.id, productIds: [productId], state });
  const path = downloadPath(order.id, order.itemIds[0] ?? '');

  expect(await refusal(ask(app, path, bearer(buyer.token)))).toEqual([403, 'FORBIDDEN']);
});

test('a refunded item has no download, the one next to it does', async () => {
  const { services, app, buyer, productId } = await setUp();
  const order = await addOrder(services, {
    accountId: buyer.id,
    productIds: [productId, productId],
  });
  const [refunded = '', kept = ''] = order.itemIds;
  await services.database.write((tx) =>
    tx
      .updateTable('orderItems')
      .set({ revokedAt: services.clock().toISOString() })
      .where('id', '=', refunded)
      .execute(),
  );
  const statusOf = async (itemId: string) =>
    (await ask(app, downloadPath(order.id, itemId), bearer(buyer.token))).status;

  expect(await statusOf(refunded)).toBe(403);
  expect(await statusOf(kept)).toBe(302);
});

async function downloads({ database }: Pick<AppServices, 'database'>): Promise<number> {
  const days = database.read.selectFrom('downloadDays').select('count');
  return (await days.executeTakeFirst())?.count ?? 0;
}

test('each download is counted by day and design, without the buyer', async () => {
  const { services, follow } = await setUp();
  await content(await follow());
  await content(await follow({ Range: 'bytes=0-' }));

  const rows = await services.database.read.selectFrom('downloadDays').selectAll().execute();
  expect(rows).toMatchObject([{ day: utcDay(services.clock()), count: 2 }]);
  expect(Object.keys(rows[0] ?? {})).toEqual(['day', 'productId', 'count']);
});

test('a look at some bytes, at the headers or at an unchanged file is no download', async () => {
  const { services, follow, bytes } = await setUp();
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  for (const Range of [
    'bytes=0-1',
    'bytes=0-0',
    'bytes=5-',
    'bytes=-5',
    'bytes=9-20',
    'bytes=99999-',
  ]) {
    await content(await follow({ Range }));
  }
  await content(await follow({}, 0, 'HEAD'));
  expect((await follow({ 'If-None-Match': etag })).status).toBe(304);
  expect(await downloads(services)).toBe(0);
  // The file has changed, so the whole of it is given.
  await content(await follow({ Range: 'bytes=5-', 'If-Range': '"other"' }));
  expect(await downloads(services)).toBe(1);
});

test('a download that breaks counts once, when its rest or the whole of it was given', async () => {
  const { services, follow } = await setUp({ 'Large.png': randomBytes(400_000) });
  const broken = async () => {
    const reader = (await follow({ Range: 'bytes=0-' })).body?.getReader();
    await reader?.read();
    await reader?.cancel();
  };
  await broken();
  await broken();
  expect(await downloads(services)).toBe(0);
  await content(await follow({ Range: 'bytes=70000-90000' }));
  expect(await downloads(services)).toBe(0);
  await content(await follow({ Range: 'bytes=70000-' }));
  expect(await downloads(services)).toBe(1);
  await content(await follow({ Range: 'bytes=90000-' }));
  expect(await downloads(services)).toBe(1);
  await broken();
  await content(await follow());
  expect(await downloads(services)).toBe(2);
});

test('a bucket that is asked for a whole file counts, and what comes instead of its bytes does not', async () => {
  const { services, app, buyer, stable } = await setUp();
  const files: FileStore = {
    ...services.files,
    originalUrl: async () => 'https://bucket.example/file',
  };
  const elsewhere = createApp({ ...services, files });
  const counted = async (headers: Asked) => {
    const asked = { ...bearer(buyer.token), ...headers };
    const location = (await ask(app, stable(), asked)).headers.get('location') ?? '';
    await content(await ask(elsewhere, location, asked));
    return downloads(services);
  };

  expect(await counted({})).toBe(1);
  expect(await counted({ [throughShopHeader]: afterBucket })).toBe(1);
  expect(await counted({ [throughShopHeader]: '1' })).toBe(2);
  expect(await counted({ Range: 'bytes=0-1' })).toBe(2);
  expect(await counted({ Range: 'bytes=0-' })).toBe(3);
  expect(await counted({ Range: 'bytes=7-' })).toBe(3);
});

test('a design that is no longer sold can still be downloaded', async () => {
  const { services, follow, bytes } = await setUp();
  await services.database.write((tx) =>
    tx.updateTable('products').set({ status: 'retired' }).execute(),
  );

  expect(await content(await follow())).toEqual(bytes);
});

test('a link is checked again when used', async () => {
  const { services, app, buyer, stable } = await setUp();
  const location = (await ask(app, stable(), bearer(buyer.token))).headers.get('location') ?? '';
  const revoke = (revokedAt: string | null) =>
    services.database.write((tx) => tx.updateTable('orderItems').set({ revokedAt }).execute());
  const setState = (state: 'paid' | 'review') =>
    services.database.write((tx) => tx.updateTable('orders').set({ state }).execute());

  await revoke(services.clock().toISOString());
  expect(await refusal(ask(app, location))).toEqual([403, 'FORBIDDEN']);
  await revoke(null);
  await setState('review');
  expect(await refusal(ask(app, location))).toEqual([403, 'FORBIDDEN']);
  await setState('paid');
  expect((await ask(app, location)).status).toBe(200);
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'rejected' }).execute(),
  );
  expect(await refusal(ask(app, location))).toEqual([404, 'NOT_FOUND']);
});

test('a link expires after five minutes at most', async () => {
  const { services, app, buyer, stable } = await setUp();
  const location = (await ask(app, stable(), bearer(buyer.token))).headers.get('location') ?? '';
  expect(linkLifeMs).toBeLessThanOrEqual(300_000);
  services.pass(linkLifeMs);
  expect((await ask(app, location)).status).toBe(200);
  services.pass(1);

  expect(await refusal(ask(app, location))).toEqual([403, 'FORBIDDEN']);
});

test("a link does not work with another account's session", async () => {
  const { services, app, buyer, stable } = await setUp();
  const other = await signUp(services);
  const location = (await ask(app, stable(), bearer(buyer.token))).headers.get('location') ?? '';

  expect(await refusal(ask(app, location, bearer(other.token)))).toEqual([404, 'NOT_FOUND']);
});

test('a link cannot be altered to another order, account, time or name', async () => {
  const { services, app, buyer, order, stable } = await setUp();
  const other = await signUp(services);
  const location = (await ask(app, stable(), bearer(buyer.token))).headers.get('location') ?? '';
  const [, , token = '', name = ''] = location.split('/');
  const parts = token.split('.');
  const changed = (place: number, value: string) => {
    const copy = [...parts];
    copy[place] = value;
    return `/files/${copy.join('.')}/${name}`;
  };
  const forged = [
    changed(0, other.id),
    changed(1, other.id),
    changed(2, other.id),
    changed(3, '0'),
    changed(4, String(Number(parts[4]) + 1000)),
    changed(5, (parts[5] ?? '').split('').toReversed().join('')),
    changed(5, ''),
    `/files/${token}/other.png`,
    `/files/${token}/${name}/more`,
    `/files/${token}/`,
    `/files/${token}`,
    signedPath(
      randomBytes(32),
      {
        accountId: buyer.id,
        orderId: order.id,
        itemId: order.itemIds[0] ?? '',
        file: null,
        expiresAt: services.clock().getTime() + 1000,
      },
      'Woodland foxes.png',
    ),
  ];

  for (const path of forged) {
    expect([path, ...(await refusal(ask(app, path)))]).toEqual([path, 404, 'NOT_FOUND']);
  }
});

test.each([
  '/files/..%2f..%2fpinwheel.sqlite',
  '/files/....//....//pinwheel.sqlite',
  '/files/%2e%2e/originals/aa',
  '/files/..\\..\\pinwheel.sqlite',
  '/files/%00',
  '/files/a/%ff%fe',
  '/images/../originals/aa',
  '/images/..%2f..%2fpinwheel.sqlite',
  '/images/%2e%2e%2foriginals/aa',
  '/originals/aa',
  '/previews/aa',
])('%s is not found', async (path) => {
  const { app } = await setUp();

  const response = await ask(app, path);

  expect([302, 404]).toContain(response.status);
  expect(await response.text()).not.toContain('SQLite format');
});

test.each(['1', '99', '-1', '1.5', 'x', '00000', '%2e%2e'])(
  'file %s of a single-file item is not found',
  async (file) => {
    const { app, buyer, stable } = await setUp();

    const response = ask(app, `${stable()}/${file}`, bearer(buyer.token));

    expect(await refusal(response)).toEqual([404, 'NOT_FOUND']);
  },
);

test('each file of a kit can be downloaded, and the kit as one archive', async () => {
  const [logo, paper] = [randomBytes(400), randomBytes(500)];
  const { services, productId, follow } = await setUp({ 'logo.png': logo, 'paper.png': paper });
  await publishArchive(services, productId);

  const [first, second, whole] = [await follow({}, 0), await follow({}, 1), await follow()];

  expect(await content(first)).toEqual(logo);
  expect(await content(second)).toEqual(paper);
  expect(second.headers.get('content-disposition')).toContain('filename="paper.png"');
  expect(whole.headers.get('content-type')).toBe('application/zip');
  expect(whole.headers.get('content-disposition')).toContain('filename="Woodland foxes.zip"');
  const archive = await content(whole);
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  expect(archive.includes(logo) && archive.includes(paper)).toBe(true);
});

test('an original that is still being made is reported as such', async () => {
  const { app, buyer, stable } = await setUp({ 'foxes.png': null });

  const response = await ask(app, stable(), bearer(buyer.token));

  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refusal(response)).toEqual([503, 'UNAVAILABLE']);
});

test('a file missing from the store is reported, without broken bytes', async () => {
  const { services, buyer, stable } = await setUp();
  const app = createApp({
    ...services,
    files: { ...services.files, statOriginal: async () => null },
  });
  const location = (await ask(app, stable(), bearer(buyer.token))).headers.get('location') ?? '';

  expect(await refusal(ask(app, location))).toEqual([503, 'UNAVAILABLE']);
});
