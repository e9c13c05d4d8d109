import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Hono } from 'hono';
import type { KyselyPlugin } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { StoredText } from '#contract/studio/licences.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { makeDueBackup } from '#server/operations/backups/backup-run.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { filesArchive } from '#server/reports/export-files.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { changedBody } from '#tests/support/changed-body.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner());
});

/** A table as sent, cell by cell; no cell in these tests contains a quote or a comma. */
async function table(name: string): Promise<{ response: Response; rows: string[][] }> {
  const response = await sendStudio(app, 'exportTable', { cookie, params: { table: name } });
  const text = await response.clone().text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = text.replace('\ufeff', '').trimEnd().split('\r\n');
  return {
    response,
    rows: lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', ''))),
  };
}

async function actions(): Promise<string[]> {
  const { answer } = await callStudio(app, 'auditLines', { cookie, query: { page: '1' } });
  return answer.items.map(({ actor, action, subjectId }) => `${actor} ${action} ${subjectId}`);
}

test('exports designs, orders and customers as files that a spreadsheet opens', async () => {
  const productId = await addProduct(services, {
    title: '=HYPERLINK(1)',
    price: 1250,
    designers: ['Clementine Fox', 'Juniper Moon'],
    files: { 'a.png': Buffer.from('abc'), 'b.png': Buffer.from('de') },
  });
  const buyer = await signUp(services);
  const { id } = await addOrder(services, { accountId: buyer.id, productIds: [productId] });
  await services.database.write((tx) =>
    tx
      .insertInto('refunds')
      .values({
        id: newId(),
        orderId: id,
        orderItemId: null,
        kind: 'refund',
        amount: 250,
        providerId: 'REFUND-1',
        createdAt: services.clock().toISOString(),
      })
      .execute(),
  );

  const designs = await table('designs');
  const orders = await table('orders');
  const customers = await table('customers');

  expect(designs.response.headers.get('content-disposition')).toContain('designs-2026-03-01.csv');
  expect(designs.response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const cell = ({ rows }: { rows: string[][] }, column: string) =>
    rows[1]?.[rows[0]?.indexOf(column) ?? -1];
  expect(cell(designs, 'Title')).toBe("'=HYPERLINK(1)");
  expect(cell(designs, 'Price')).toBe('12.50');
  expect(cell(designs, 'Designers')).toBe('Clementine Fox; Juniper Moon');
  expect(cell(designs, 'Files')).toBe('a.png; b.png');
  expect(cell(designs, 'File bytes')).toBe('5');
  expect(cell(orders, 'Refunded')).toBe('2.50');
  expect(cell(orders, 'Net before fee')).toBe('9.50');
  expect(cell(orders, 'Fee')).toBe('unknown');
  expect(orders.rows[0]?.slice(-2)).toEqual(['Fee', 'Taken by the provider (UTC)']);
  expect(cell(orders, 'Designs')).toBe("'=HYPERLINK(1)");
  expect(cell(customers, 'Paid orders')).toBe('1');
  expect(cell(customers, 'Spent after refunds')).toBe('9.50');
  Object.assign(services.env, { payments: { ...services.env.payments, mode: 'live' } });
  const live = await table('customers');
  expect([cell(live, 'Paid orders'), cell(live, 'Spent after refunds')]).toEqual(['0', '0.00']);
  for (const { rows } of [designs, orders, customers]) {
    expect(rows).toHaveLength(2);
    expect(rows[1]).toHaveLength(rows[0]?.length ?? 0);
  }
  expect((await actions()).slice(0, 4)).toEqual([
    `${studioEmail} data.exported customers`,
    `${studioEmail} data.exported customers`,
    `${studioEmail} data.exported orders`,
    `${studioEmail} data.exported designs`,
  ]);
});

test('dates in an exported table are those of the shop, and headings name its time zone', async () => {
  const productIds = [await addProduct(services)];
  const { id: accountId } = await signUp(services);
  await addOrder(services, { accountId, productIds });
  await callStudio(app, 'setTimeZone', {
    cookie,
    body: { from: 'UTC', timeZone: 'Pacific/Pago_Pago' },
  });

  const { rows, response } = await table('orders');

  expect(rows[0]?.slice(3, 5)).toEqual(['Created (Pacific/Pago_Pago)', 'Paid (Pacific/Pago_Pago)']);
  expect(rows[1]?.[3]).toBe('2026-02-28 22:00:00');
  expect(response.headers.get('content-disposition')).toContain('orders-2026-02-28.csv');
});

test('exports payments and refunds by the shop’s days, and what each month comes to', async () => {
  const productIds = [await addProduct(services)];
  const { id: accountId } = await signUp(services);
  await callStudio(app, 'setTimeZone', {
    cookie,
    body: { from: 'UTC', timeZone: 'Pacific/Auckland' },
  });
  const paid = async (paidAt: string, changes: object) => {
    const { id } = await addOrder(services, { accountId, productIds });
    const row = { paidAt, capturedAmount: 1200, ...changes };
    await services.database.write((tx) =>
      tx.updateTable('orders').set(row).where('id', '=', id).execute(),
    );
    return id;
  };
  // In Auckland, the second is paid on the first day of February.
  const first = await paid('2026-01-31T10:59:59.000Z', { fee: 91, receiptNumber: 'R-1' });
  await paid('2026-01-31T11:00:00.000Z', { receiptNumber: 'R-2' });
  await paid('2026-01-31T11:00:00.000Z', { receiptNumber: null, paymentMethod: 'Gift' });
  await paid('2026-01-31T11:00:00.000Z', { receiptNumber: null, state: 'void' });
  await services.database.write((tx) =>
    tx
      .insertInto('refunds')
      .values({
        id: newId(),
        orderId: first,
        orderItemId: null,
        kind: 'refund',
        amount: 250,
        providerId: 'REFUND-1',
        creditNoteNumber: 'C-1',
        createdAt: '2026-03-01T09:00:00.000Z',
      })
      .execute(),
  );

  const payments = (await table('payments')).rows.map(([day, kind, number, , ...money]) => [
    ...[day, kind, number],
    ...money,
  ]);
  const months = (await table('months')).rows;

  expect(payments.slice(1).toSorted()).toEqual([
    ['2026-01-31', 'Order', 'R-1', '12.00', '0.91', '11.09', '', '', ''],
    ['2026-02-01', 'Order', 'R-2', '12.00', 'unknown', 'unknown', '', '', ''],
    ['2026-03-01', 'Refund', 'C-1', '-2.5', '0.00', '-2.5', '', '', ''],
  ]);
  expect(months.slice(1)).toEqual([
    ['2026-01', '1', '12.00', '0', '0.00', '0.91', '0', '11.09', '0', '0.00', ''],
    ['2026-02', '1', '12.00', '0', '0.00', 'unknown', '1', '12.00', '0', '0.00', ''],
    ['2026-03', '0', '0.00', '1', '2.50', '0.00', '0', '-2.5', '0', '0.00', ''],
  ]);
  const { answer } = await callStudio(app, 'data', { cookie });
  expect(answer.tables).toMatchObject({ payments: 3, months: 3 });
});

test('exports every version of the licence texts', async () => {
  const licenseType = 'FABRIC_SHOP';
  const { texts } = (await callStudio(app, 'allLicenceTexts', { cookie })).answer;
  const inForce = texts.find((text) => text.licenseType === licenseType) as StoredText;
  const changed = changedBody(inForce, {
    allows: ['Print it.', '=Sew it.'],
    forbids: ['Resell it.'],
    goods: 'It covers 50.',
  });
  await callStudio(app, 'publishLicenceText', { cookie, body: { licenseType, ...changed } });

  const { rows } = await table('licences');

  expect(rows).toHaveLength(5);
  expect(rows[1]).toEqual([
    'FABRIC_SHOP',
    utcDay(services.clock()),
    'Print it.\n=Sew it.',
    'Resell it.',
    'It covers 50.',
    services.clock().toISOString().slice(0, 19).replace('T', ' '),
    studioEmail,
  ]);
  const { answer } = await callStudio(app, 'data', { cookie });
  expect(answer.tables.licences).toBe(4);
});

test('exports a table longer than a page completely, each row once', async () => {
  const { clock, database } = services;
  const account = await signUp(services);
  const row = await database.read
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  await database.write(async (tx) => {
    for (let count = 0; count < 1200; count += 1) {
      const email = `buyer-${count}@shop.example`;
      const id = newId(clock());
      await tx
        .insertInto('accounts')
        .values({ ...row, id, email, emailKey: email })
        .execute();
    }
  });

  const { rows } = await table('customers');

  expect(rows).toHaveLength(1202);
  expect(new Set(rows.map(([id]) => id)).size).toBe(1202);
});

test('exports the files unchanged, in one folder per design, and lists what is missing', async () => {
  await addProduct(services, { title: 'Foxes', files: { 'a.png': Buffer.from('bytes of a') } });
  await addProduct(services, { title: 'Moons', files: { 'later.png': null } });

  const response = await sendStudio(app, 'exportFiles', { cookie });
  const zip = Buffer.from(await response.arrayBuffer());

  expect(response.headers.get('content-length')).toBe(String(zip.length));
  expect(zip.includes('bytes of a')).toBe(true);
  expect(zip.toString('latin1')).toMatch(/Foxes PW-[0-9a-f]{24}\/a\.png/);
  expect(zip.toString('latin1')).toMatch(
    /missing from the shop:\r\nMoons PW-[0-9a-f]{24}\/later\.png/,
  );
});

test('exports the files of many designs once each, without loading all in one query', async () => {
  const { clock, database } = services;
  const files = { 'a.png': Buffer.from('a'), 'b.png': Buffer.from('b') };
  await addProduct(services, { files });
  const product = await database.read.selectFrom('products').selectAll().executeTakeFirstOrThrow();
  const own = await database.read.selectFrom('productFiles').selectAll().execute();
  await database.write(async (tx) => {
    for (let count = 0; count < 249; count += 1) {
      const id = newId(clock());
      await tx
        .insertInto('products')
        .values({ ...product, id, sku: `PW-${id}` })
        .execute();
      const copies = own.map((file) => ({ ...file, id: newId(clock()), productId: id }));
      await tx.insertInto('productFiles').values(copies).execute();
    }
  });
  let most = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.length);
      return result;
    },
  };

  const { chunks } = await filesArchive({
    ...services,
    database: { ...database, read: database.read.withPlugin(plugin) },
  });
  const zip = (await buffer(Readable.from(chunks))).toString('latin1');

  // Each is named before its bytes and in the directory.
  expect(zip.match(/PW-[0-9a-f]{24}\/[ab]\.png/g)).toHaveLength(2 * 500);
  expect(most).toBeLessThanOrEqual(200);
});

test('a backup can be requested, watched, listed, downloaded and restored', async () => {
  await addProduct(services, { files: { 'a.png': Buffer.alloc(50_000, 'original') } });
  expect((await callStudio(app, 'data', { cookie })).answer).toMatchObject({
    backups: [],
    run: null,
  });

  const asked = await callStudio(app, 'backUp', { cookie });
  expect(asked.answer.run).toMatchObject({ state: 'wanted', problem: null });
  services.pass(1000);
  expect((await callStudio(app, 'backUp', { cookie })).answer).toEqual(asked.answer);
  const signal = new AbortController().signal;
  await makeDueBackup(services, { mayBeNightly: false, signal });

  const { answer } = await callStudio(app, 'data', { cookie });
  expect(answer.run).toBeNull();
  const [backup] = answer.backups;
  expect(backup).toMatchObject({ kind: 'wanted', designs: 1, files: 2 });
  const params = { name: backup?.name ?? '' };
  const response = await sendStudio(app, 'downloadBackup', { cookie, params });
  const path = join(await emptyFolder(), 'backup.tar');
  const body = response.body as ReadableStream<Uint8Array>;
  await pipeline(Readable.fromWeb(body as never), createWriteStream(path));
  const restored = await restoreBackup(path, join(await emptyFolder(), 'shop'));
  expect(restored.rows).toMatchObject({ products: 1 });
  expect((await actions()).slice(0, 2)).toEqual([
    `${studioEmail} backup.downloaded ${params.name}`,
    `${studioEmail} backup.made ${params.name}`,
  ]);
});

test('a name that is not a backup opens nothing', async () => {
  for (const name of [
    '..',
    '20260301T090000000Z-wanted',
    'x'.repeat(101),
    '../../pinwheel.sqlite',
  ]) {
    const { problem } = await studioRefused(app, 'downloadBackup', { cookie, params: { name } });
    expect(problem.code).toBe('NOT_FOUND');
  }
  const { problem } = await studioRefused(app, 'exportTable', {
    cookie,
    params: { table: 'sessions' as never },
  });
  expect(problem.code).toBe('NOT_FOUND');
});

test('a failed backup says why until one succeeds', async () => {
  await callStudio(app, 'backUp', { cookie });
  const stopped = AbortSignal.abort();
  await services.files.putOriginal(Buffer.from('x'));
  await expect(makeDueBackup(services, { mayBeNightly: false, signal: stopped })).rejects.toThrow();

  const { answer } = await callStudio(app, 'data', { cookie });
  expect(answer.run).toMatchObject({
    state: 'failed',
    problem: 'The shop was stopped during the backup.',
  });
  expect(answer.run?.startedAt).toBe(services.clock().toISOString());
});
