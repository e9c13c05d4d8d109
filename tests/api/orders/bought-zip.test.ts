import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  maxZipItems,
  orderZipPath,
  sinceZipPath,
  zipDigestHeader,
} from '#contract/shop/bought-zip.ts';
import { linkedCard, readCard } from '#contract/shop/licence-card.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { problemSchema } from '#contract/wire/problem.ts';
import { createApp } from '#server/app.ts';
import { signMissingCards } from '#server/licences/cards/sign-missing-cards.ts';
import { computeNextChecksum } from '#server/platform/checksums/file-checksums.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct, type TestProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { parseExactly } from '#tests/support/send-call.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { unpackZip } from '#tests/support/unpack-zip.ts';

/** An order, or all that was bought since a day, as one ZIP. */

type Asked = Readonly<Record<string, string>>;

async function setUp(files: Partial<FileStore> = {}) {
  const services = await makeServices();
  const app = createApp({ ...services, files: { ...services.files, ...files } });
  const buyer = await signUp(services);
  const follow = async (path: string, headers: Asked = {}, token = buyer.token) => {
    const session = { Authorization: `Bearer ${token}` };
    const first = await app.request(path, { headers: session });
    const to = first.headers.get('location');
    return to === null ? first : app.request(to, { headers: { ...headers, ...session } });
  };
  const order = (...productIds: readonly string[]) =>
    addOrder(services, { accountId: buyer.id, productIds });
  return { services, app, buyer, follow, order };
}

async function design(services: TestServices, title: string, files: TestProduct['files']) {
  return addProduct(services, { title, ...(files && { files }) });
}

async function computeAll(services: TestServices): Promise<void> {
  while (await computeNextChecksum(services));
}

/** The ZIP, once the checksums of its files are known. */
async function prepared(
  { services, follow }: Awaited<ReturnType<typeof setUp>>,
  path: string,
): Promise<Response> {
  await follow(path);
  await computeAll(services);
  return follow(path);
}

const content = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function entriesOf(response: Response): Promise<Map<string, Buffer>> {
  expect(response.status).toBe(200);
  return new Map(unpackZip(await content(response)));
}

async function refusal(response: Response) {
  const { code } = parseExactly(problemSchema, await response.text()) as { code: string };
  return [response.status, code];
}

/** An order of a design with two files and one with a single file. */
async function openOrder() {
  const shop = await setUp();
  const [day, night, paper] = [randomBytes(3000), randomBytes(10), randomBytes(500)];
  const foxes = await design(shop.services, 'Foxes', { 'day.png': day, 'night.png': night });
  const kit = await design(shop.services, 'Kit', { 'paper.png': paper });
  const bought = await shop.order(foxes, kit);
  return { ...shop, foxes, kit, bought, day, night, paper, path: orderZipPath(bought.id) };
}

test('has every file in a folder of its design, with licence and card', async () => {
  const shop = await openOrder();
  await signMissingCards(shop.services);

  const zip = await prepared(shop, shop.path);

  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect(zip.headers.get('content-disposition')).toContain(`Order PW-${shop.bought.id}.zip`);
  const entries = await entriesOf(zip);
  const number = `PW-${shop.bought.id}`;
  expect([...entries.keys()]).toEqual([
    'Foxes/day.png',
    'Foxes/night.png',
    `Foxes/Licence ${number}.txt`,
    `Foxes/Licence card ${number}.svg`,
    'Kit/paper.png',
    `Kit/Licence ${number}.txt`,
    `Kit/Licence card ${number}.svg`,
  ]);
  expect(entries.get('Foxes/night.png')).toEqual(shop.night);
  const licence = entries.get(`Kit/Licence ${number}.txt`)?.toString() ?? '';
  const link = licence.split('\r\n').find((line) => line.includes('/licence#')) ?? '';
  expect(readCard(linkedCard(link) ?? '')?.facts).toMatchObject({ design: 'Kit', order: number });
  expect(licence).toContain('Kind: Small business\r\n');
  expect(entries.get(`Kit/Licence card ${number}.svg`)?.toString()).toContain('<path');
});

test('has the words under which each was bought', async () => {
  const shop = await openOrder();
  await shop.services.database.write((tx) =>
    tx.updateTable('orderItems').set({ licenceTextVersion: '2026-11' }).execute(),
  );

  const entries = await entriesOf(await prepared(shop, shop.path));

  const licence = entries.get(`Foxes/Licence PW-${shop.bought.id}.txt`)?.toString() ?? '';
  expect(licence).toMatch(/\r\nYou may\r\n- .+\r\n/);
  expect(licence).toMatch(/\r\nPlease don’t\r\n- .+\r\n/);
});

test('says its length, its tag and the digest by which devices check it', async () => {
  const shop = await openOrder();

  const first = await prepared(shop, shop.path);
  const again = await shop.follow(shop.path);

  const bytes = await content(first);
  expect(first.headers.get('content-length')).toBe(String(bytes.length));
  expect(first.headers.get('etag')).toBe(`"${first.headers.get(zipDigestHeader)}"`);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(await content(again)).toEqual(bytes);
});

test('continues at any byte, and from the beginning once something has changed', async () => {
  const shop = await openOrder();
  const whole = await prepared(shop, shop.path);
  const etag = whole.headers.get('etag') ?? '';
  const bytes = await content(whole);
  const resume = (start: number) =>
    shop.follow(shop.path, { Range: `bytes=${start}-`, 'If-Range': etag });

  for (const start of [1, 40, 3040, bytes.length - 1]) {
    const rest = await resume(start);
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(
      `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
    );
    expect(await content(rest)).toEqual(bytes.subarray(start));
  }
  expect((await resume(bytes.length)).status).toBe(416);

  const stored = await shop.services.files.putOriginal(randomBytes(700));
  await shop.services.database.write((tx) =>
    tx.updateTable('productFiles').set(stored).where('productId', '=', shop.kit).execute(),
  );
  const now = await prepared(shop, shop.path);
  expect(now.headers.get('etag')).not.toBe(etag);
  const afresh = await resume(40);
  expect(afresh.status).toBe(200);
  expect((await entriesOf(afresh)).get('Kit/paper.png')).toHaveLength(700);
});

test('leaves out what was refunded, and is refused if that was all', async () => {
  const shop = await openOrder();
  await prepared(shop, shop.path);
  const revoke = (itemId: string) =>
    shop.services.database.write((tx) =>
      tx
        .updateTable('orderItems')
        .set({ revokedAt: '2026-03-02T09:00:00.000Z', refundedAt: '2026-03-02T09:00:00.000Z' })
        .where('id', '=', itemId)
        .execute(),
    );

  await revoke(shop.bought.itemIds[0] ?? '');
  const names = [...(await entriesOf(await shop.follow(shop.path))).keys()];
  expect(names.filter((name) => !name.startsWith('Kit/'))).toEqual([]);
  await revoke(shop.bought.itemIds[1] ?? '');
  expect(await refusal(await shop.follow(shop.path))).toEqual([403, 'FORBIDDEN']);
});

test('is refused to others, without a session, before it is paid and for a rejected account', async () => {
  const shop = await openOrder();
  const { services, app, follow, path, bought } = shop;
  const other = await signUp(services);

  expect(await refusal(await app.request(path))).toEqual([401, 'NOT_SIGNED_IN']);
  expect(await refusal(await follow(path, {}, other.token))).toEqual([404, 'NOT_FOUND']);
  const since = sinceZipPath('2026-01-01');
  expect(await refusal(await follow(since, {}, other.token))).toEqual([404, 'NOT_FOUND']);
  await prepared(shop, path);
  const session = { Authorization: `Bearer ${shop.buyer.token}` };
  const link = (await app.request(path, { headers: session })).headers.get('location') ?? '';
  expect((await app.request(link)).status).toBe(200);
  const foreign = { Authorization: `Bearer ${other.token}` };
  expect((await app.request(link, { headers: foreign })).status).toBe(404);
  await services.database.write((tx) =>
    tx.updateTable('orders').set({ state: 'review' }).where('id', '=', bought.id).execute(),
  );
  expect(await refusal(await app.request(link))).toEqual([403, 'FORBIDDEN']);
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'rejected' }).execute(),
  );
  expect(await refusal(await app.request(link))).toEqual([404, 'NOT_FOUND']);
});

test.each(['yesterday', '2026-02-30', '1999-12-31', '%00', '2026-01-01T00:00:00Z'])(
  'there is none since %s',
  async (day) => {
    const { follow } = await openOrder();
    expect(await refusal(await follow(sinceZipPath(day)))).toEqual([404, 'NOT_FOUND']);
  },
);

test('has all that was bought since a day, a design that was bought twice once with both licences', async () => {
  const shop = await openOrder();
  const { services, order, foxes, bought } = shop;
  services.pass(3 * 86_400_000);
  const day = utcDay(services.clock());
  const second = await order(foxes);

  const all = [...(await entriesOf(await prepared(shop, sinceZipPath('2020-01-01')))).keys()];
  const late = [...(await entriesOf(await shop.follow(sinceZipPath(day)))).keys()];

  expect(all).toEqual([
    ...['Foxes/day.png', 'Foxes/night.png'],
    ...[`Foxes/Licence PW-${bought.id}.txt`, `Foxes/Licence PW-${second.id}.txt`],
    ...['Kit/paper.png', `Kit/Licence PW-${bought.id}.txt`],
  ]);
  expect(late).toEqual(['Foxes/day.png', 'Foxes/night.png', `Foxes/Licence PW-${second.id}.txt`]);
});

test('names are safe and different on every system', async () => {
  const shop = await setUp();
  const { services, order } = shop;
  const titles = ['../Foxes', 'foxes', 'FOXES.', 'con', 'Fü chse\u202e/x'];
  const ids: string[] = [];
  for (const title of titles) ids.push(await design(services, title, { 'a.png': randomBytes(9) }));
  const bought = await order(...ids);

  const names = [...(await entriesOf(await prepared(shop, orderZipPath(bought.id)))).keys()];

  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  const folders = names.flatMap((name) => (name.endsWith('.png') ? name.split('/')[0] : []));
  expect(folders).toEqual(['Foxes', 'foxes 2', 'FOXES 3', 'file con', 'Fü chse x']);
});

test('is said to be in preparation until its files were read once', async () => {
  const shop = await openOrder();

  const first = await shop.follow(shop.path);

  expect(first.headers.get('retry-after')).toBe('60');
  expect(await refusal(first)).toEqual([503, 'UNAVAILABLE']);
  await computeAll(shop.services);
  expect((await shop.follow(shop.path)).status).toBe(200);
});

test('waits for a file that is still being made', async () => {
  const shop = await openOrder();
  await prepared(shop, shop.path);
  await shop.services.database.write((tx) =>
    tx.updateTable('productFiles').set({ sha256: null }).where('name', '=', 'night.png').execute(),
  );

  expect(await refusal(await shop.follow(shop.path))).toEqual([503, 'UNAVAILABLE']);
});

test('says so if the store has lost the file at which a part begins', async () => {
  const shop = await openOrder();
  await prepared(shop, shop.path);
  const app = createApp({
    ...shop.services,
    files: { ...shop.services.files, statOriginal: async () => null },
  });
  const session = { Authorization: `Bearer ${shop.buyer.token}` };
  const link =
    (await shop.app.request(shop.path, { headers: session })).headers.get('location') ?? '';

  expect(await refusal(await app.request(link))).toEqual([503, 'UNAVAILABLE']);
});

test('a file that cannot be read holds up no other, and is said to be missing until it can', async () => {
  const shop = await openOrder();
  const { services } = shop;
  await shop.follow(shop.path);
  const lost = await digestOf(services, 'day.png');
  const readOriginal: FileStore['readOriginal'] = (sha256, range) =>
    services.files.readOriginal(sha256 === lost ? '0'.repeat(64) : sha256, range);

  while (await computeNextChecksum({ ...services, files: { ...services.files, readOriginal } }));

  const without = await entriesOf(await shop.follow(shop.path));
  expect(without.has('Foxes/day.png')).toBe(false);
  expect(without.get('Foxes/day.png (missing).txt')?.toString()).toContain('“Foxes”');
  expect(without.get('Foxes/night.png')).toEqual(shop.night);
  services.pass(15 * 60_000);
  await computeAll(services);
  expect((await entriesOf(await shop.follow(shop.path))).get('Foxes/day.png')).toEqual(shop.day);
});

async function digestOf({ database }: TestServices, name: string): Promise<string | null> {
  const { sha256 } = await database.read
    .selectFrom('productFiles')
    .select('sha256')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return sha256;
}

test('a file that was lost or cut is said to be missing before the first byte', async () => {
  const shop = await openOrder();
  await prepared(shop, shop.path);
  const [lost, cut] = [
    await digestOf(shop.services, 'day.png'),
    await digestOf(shop.services, 'paper.png'),
  ];
  const { files } = shop.services;
  const statOriginal: FileStore['statOriginal'] = async (sha256) =>
    sha256 === lost ? null : sha256 === cut ? { sha256, bytes: 7 } : files.statOriginal(sha256);
  const app = createApp({ ...shop.services, files: { ...files, statOriginal } });
  const session = { Authorization: `Bearer ${shop.buyer.token}` };
  const link = (await app.request(shop.path, { headers: session })).headers.get('location') ?? '';

  const names = [...(await entriesOf(await app.request(link))).keys()];

  const number = `PW-${shop.bought.id}`;
  expect(names).toEqual([
    ...['Foxes/day.png (missing).txt', 'Foxes/night.png', `Foxes/Licence ${number}.txt`],
    ...['Kit/paper.png (missing).txt', `Kit/Licence ${number}.txt`],
  ]);
});

test('a file that breaks in the middle is missing in the next ZIP', async () => {
  const shop = await setUp({ readOriginal: () => Readable.from([randomBytes(5)]) });
  const foxes = await design(shop.services, 'Foxes', { 'day.png': randomBytes(3000) });
  const path = orderZipPath((await shop.order(foxes)).id);
  const broken = await prepared(shop, path);
  await expect(content(broken)).rejects.toThrow();

  const names = [...(await entriesOf(await shop.follow(path))).keys()];
  expect(names[0]).toBe('Foxes/day.png (missing).txt');
});

test('a design without files is said to be so', async () => {
  const shop = await openOrder();
  await prepared(shop, shop.path);
  await shop.services.database.write((tx) =>
    tx.deleteFrom('productFiles').where('productId', '=', shop.kit).execute(),
  );

  const names = [...(await entriesOf(await shop.follow(shop.path))).keys()];
  expect(names).toContain('Kit/Files (missing).txt');
});

test('counts a download of each design once it was given to the end', async () => {
  const shop = await openOrder();
  const counts = () =>
    shop.services.database.read.selectFrom('downloadDays').select(['productId', 'count']).execute();
  await content(await prepared(shop, shop.path));

  await content(await shop.follow(shop.path, { Range: 'bytes=0-99' }));
  await expect.poll(counts).toHaveLength(2);
  expect((await counts()).map(({ count }) => count)).toEqual([1, 1]);
});

test('has an order of 200 designs', async () => {
  const shop = await setUp();
  const ids: string[] = [];
  for (let count = 0; count < 200; count += 1) {
    ids.push(await design(shop.services, `Design ${count}`, { 'a.png': Buffer.from(`${count}`) }));
  }
  const bought = await shop.order(...ids);
  await signMissingCards(shop.services);

  const entries = await entriesOf(await prepared(shop, orderZipPath(bought.id)));

  expect(entries.size).toBe(600);
  expect(entries.get('Design 199/a.png')?.toString()).toBe('199');
});

test('more designs than one ZIP has need a later day', async () => {
  const shop = await openOrder();
  const { kit, foxes } = shop;
  const each = maxZipItems / 2;
  for (const id of [kit, foxes]) await shop.order(...Array<string>(each).fill(id));

  const answer = await shop.follow(sinceZipPath('2020-01-01'));

  expect(await refusal(answer)).toEqual([413, 'TOO_LARGE']);
});

test('a link is used a limited number of times', async () => {
  const shop = await openOrder();
  await prepared(shop, shop.path);
  const session = { Authorization: `Bearer ${shop.buyer.token}` };
  const link = (await shop.app.request(shop.path, { headers: session })).headers.get('location');
  const statuses: number[] = [];
  for (let count = 0; count < 120; count += 1) {
    statuses.push((await shop.app.request(link ?? '', { method: 'HEAD' })).status);
  }

  expect([...new Set(statuses)]).toEqual([200, 429]);
});

test('has what was ordered before the day, and paid or released since', async () => {
  const shop = await openOrder();
  const { services, bought, order, kit } = shop;
  const commission = await order(kit);
  const setOrder = (id: string, values: object) =>
    services.database.write((tx) =>
      tx.updateTable('orders').set(values).where('id', '=', id).execute(),
    );
  services.pass(5 * 86_400_000);
  const now = services.clock();
  const since = sinceZipPath(utcDay(now));
  expect((await shop.follow(since)).status).toBe(404);

  await setOrder(bought.id, { paidAt: now.toISOString() });
  await setOrder(commission.id, { releasedAt: now.toISOString() });

  const names = [...(await entriesOf(await prepared(shop, since))).keys()];
  expect(names).toContain(`Foxes/Licence PW-${bought.id}.txt`);
  expect(names).toContain(`Kit/Licence PW-${commission.id}.txt`);
});

test('a download that is left while the store is silent ends there too', async () => {
  const begun = Promise.withResolvers<void>();
  const silent = new Readable({
    read() {
      begun.resolve();
    },
  });
  const shop = await setUp({ readOriginal: () => silent });
  const path = orderZipPath(
    (await shop.order(await design(shop.services, 'Foxes', { 'day.png': randomBytes(3000) }))).id,
  );
  const reader = (await prepared(shop, path)).body?.getReader();
  const first = reader?.read();
  await begun.promise;

  await reader?.cancel();
  await first;

  await expect.poll(() => silent.destroyed).toBe(true);
});

test('the lines of a card end before its code and its edge', async () => {
  const shop = await setUp();
  const titles = ['狐と森の冬の夜の大きな水彩画の素材集'.repeat(5), 'WWW MMM '.repeat(14).trim()];
  for (const title of titles) {
    const bought = await shop.order(
      await design(shop.services, title, { 'a.png': Buffer.from('a') }),
    );
    await signMissingCards(shop.services);
    const entries = await entriesOf(await prepared(shop, orderZipPath(bought.id)));
    const card = [...entries].find(([name]) => name.endsWith('.svg'))?.[1].toString() ?? '';
    const lines = [...card.matchAll(/y="([\d.]+)" font-size="([\d.]+)">(.*)<\/text>/g)];
    expect(lines.length).toBeGreaterThan(6);
    for (const [, y, size, text = ''] of lines) {
      const em = [...text].reduce((sum, letter) => sum + (letter > '\u3000' ? 1 : 0.5), 0);
      expect(em * Number(size)).toBeLessThanOrEqual(70);
      expect(Number(y)).toBeLessThan(100);
    }
  }
});
