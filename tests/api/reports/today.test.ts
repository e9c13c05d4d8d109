import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import { calendarOf } from '#server/reports/sales.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const day = 86_400_000;
let services: TestServices;
let app: Hono;
let accountId: string;

beforeEach(async () => {
  services = await makeServices({ passwords: countingPasswords() });
  app = createApp(services);
  ({ id: accountId } = await signUp(services));
});

async function today(timeZone = 'UTC') {
  const { cookie } = await joinStudio(app, services);
  return (await callStudio(app, 'today', { cookie, query: { timeZone } })).answer;
}

/** A paid order of these designs, at their current prices. */
async function sell(productIds: readonly string[], cents: number) {
  const order = await addOrder(services, { accountId, productIds });
  await services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ totalPrice: cents, capturedAmount: cents })
      .where('id', '=', order.id)
      .execute(),
  );
  return order;
}

async function giveBack(orderId: string, amount: number, orderItemId: string | null) {
  const id = newId();
  const createdAt = services.clock().toISOString();
  const row = {
    id,
    orderId,
    orderItemId,
    kind: 'refund',
    amount,
    providerId: id,
    createdAt,
  } as const;
  await services.database.write((tx) => tx.insertInto('refunds').values(row).execute());
}

test('counts sales by day, week and month, by design and by designer, minus refunds', async () => {
  // 1 March 2026 is a Sunday: its week began in February.
  services.pass(-2 * day);
  const foxes = await addProduct(services, { title: 'Foxes', price: 1000 });
  const both = await addProduct(services, {
    title: 'Moons',
    price: 2000,
    discountedPrice: 1500,
    designers: ['Clementine Fox', 'Juniper Moon'],
  });
  await sell([foxes], 1000);
  services.pass(2 * day);
  const whole = await sell([foxes, both], 2500);
  await giveBack(whole.id, 250, null);
  const byItem = await sell([foxes, both], 2500);
  await giveBack(byItem.id, 1000, byItem.itemIds[0] ?? '');
  await addOrder(services, { accountId, productIds: [foxes], state: 'review' });

  const { sales, days } = await today();

  expect(sales.today).toEqual({
    orders: 2,
    net: 37.5,
    designs: [
      { id: both, title: 'Moons', sold: 2, net: 28.5 },
      { id: foxes, title: 'Foxes', sold: 2, net: 9 },
    ],
    otherDesigns: { count: 0, sold: 0, net: 0 },
    designers: [
      { name: 'Clementine Fox', sold: 4, net: 23.25 },
      { name: 'Juniper Moon', sold: 2, net: 14.25 },
    ],
  });
  expect(sales.month).toEqual(sales.today);
  expect(sales.week).toMatchObject({ orders: 3, net: 47.5 });
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: '2026-03-01', orders: 2, net: 37.5 });
  expect(days.at(-3)).toEqual({ day: '2026-02-27', orders: 1, net: 10 });
});

test('gifts are not sales, and missing payments are not revenue', async () => {
  const foxes = await addProduct(services, { title: 'Foxes', price: 1000 });
  const part = await sell([foxes], 1000);
  const other = await sell([foxes], 1000);
  const gift = await sell([foxes], 0);
  await services.database.write(async (tx) => {
    const set = (id: string, row: { capturedAmount?: number | null; paymentMethod?: string }) =>
      tx.updateTable('orders').set(row).where('id', '=', id).execute();
    await set(part.id, { capturedAmount: 500 });
    // In another currency.
    await set(other.id, { capturedAmount: null });
    await set(gift.id, { capturedAmount: null, paymentMethod: 'Gift' });
  });

  const { sales } = await today();

  expect(sales.today).toMatchObject({
    orders: 2,
    net: 5,
    designs: [{ id: foxes, sold: 2, net: 5 }],
    designers: [{ name: 'Clementine Fox', sold: 2, net: 5 }],
  });
});

test("a day starts in the reader's time zone", async () => {
  const design = await addProduct(services, { price: 1000 });
  services.pass(-9.5 * 3_600_000);
  await sell([design], 1000);
  services.pass(9.5 * 3_600_000);
  // 23:30 in UTC is half past midnight in Berlin.
  expect((await today('Europe/Berlin')).sales.today.orders).toBe(1);
  expect((await today('UTC')).sales.today.orders).toBe(0);
});

test('days are as long as the clock changes make them', () => {
  const { days } = calendarOf(new Date('2026-03-31T12:00:00.000Z'), 'Europe/Berlin');
  expect(days).toHaveLength(31);
  const change = days.find(({ day: name }) => name === '2026-03-29');
  expect(Date.parse(change?.endsAt ?? '') - Date.parse(change?.startsAt ?? '')).toBe(
    23 * 3_600_000,
  );
});

test('refuses an unknown time zone', async () => {
  const { cookie } = await joinStudio(app, services);
  for (const timeZone of ['Mars/Base', '', "' or 1=1", 'x'.repeat(200)]) {
    const { status } = await studioRefused(app, 'today', { cookie, query: { timeZone } });
    expect(status).toBe(422);
  }
});

test('counts waiting work, and retries failed mails', async () => {
  await signUp(services, { status: 'pending' });
  const design = await addProduct(services);
  await addOrder(services, { accountId, productIds: [design], state: 'review' });
  const letter = { subject: 's', text: 't', html: 'h' };
  await makeChange(services, (change) =>
    queueMail(change, { recipient: 'ada@shop.example', ...letter }),
  );
  await sendNext(services, { send: () => Promise.reject(new Error('refused')) });
  await makeBackupNow(services);

  const { waiting, lastBackupAt, storage } = await today();
  expect(storage).toEqual(services.storage.state());
  expect(waiting).toEqual({ approvals: 1, customs: 0, reviews: 1, failedMails: 1 });
  expect(lastBackupAt).toBe(services.clock().toISOString());

  const sent: string[] = [];
  const transport = { send: async (mail: { recipient: string }) => void sent.push(mail.recipient) };
  const { cookie } = await joinStudio(app, services, 'ida@studio.example');
  const { answer } = await callStudio(app, 'retryMails', { cookie });
  expect(answer.message).toBe('Retrying 1 e-mail.');
  while (await sendNext(services, transport));
  expect(sent).toContain('ada@shop.example');
  expect((await callStudio(app, 'retryMails', { cookie })).answer.message).toContain('0 e-mails');
});

test('lists each failed mail with its reason, and can retry it on its own', async () => {
  const letter = { subject: 'Your receipt', text: 'secret', html: 'secret' };
  const queueTo = (recipient: string) =>
    makeChange(services, (change) => queueMail(change, { recipient, ...letter }));
  await queueTo('ada@shop.example');
  services.pass(1000);
  await queueTo('eve@shop.example');
  const refused = Object.assign(new Error(), { code: 'EENVELOPE', responseCode: 550 });
  while (await sendNext(services, { send: () => Promise.reject(refused) }));
  const { cookie } = await joinStudio(app, services);

  const { answer } = await callStudio(app, 'failedMails', { cookie });
  const [eve, ada] = answer.mails;
  await callStudio(app, 'retryMail', { cookie, params: { id: ada?.id ?? '' } });
  const unknown = await studioRefused(app, 'retryMail', { cookie, params: { id: '0'.repeat(24) } });

  expect(ada).toMatchObject({
    recipient: 'ada@shop.example',
    subject: 'Your receipt',
    problem: 'EENVELOPE 550',
  });
  expect(eve?.recipient).toBe('eve@shop.example');
  expect(Date.parse(ada?.nextTryAt ?? '')).toBe(services.clock().getTime() + 30_000);
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(unknown.problem.code).toBe('NOT_FOUND');
  const sent: string[] = [];
  const transport = { send: async (mail: { recipient: string }) => void sent.push(mail.recipient) };
  while (await sendNext(services, transport));
  expect(sent).toContain('ada@shop.example');
  expect(sent).not.toContain('eve@shop.example');
});
