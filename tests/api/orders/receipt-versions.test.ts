import { describe, expect, it } from 'vitest';
import { maxReceiptVersions, receiptOpenDays } from '#contract/shop/billing.ts';
import { paperPath } from '#contract/shop/paper.ts';
import { readPaper } from '#server/orders/papers/read-paper.ts';
import { changeReceipt } from '#server/orders/receipts/receipt-versions.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { ownerOf } from '#server/platform/sign-in/person.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { approvedOrder, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';
import { callStudio, sendStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const number = 'PRACTICE-R-2026-000001';
const first = { company: 'ร้านผ้า Ada', address: '1 Mill Road\r\nYork', taxId: ' GB 123 456 789 ' };
const second = { company: 'Ada Ltd', address: '', taxId: '' };
const day = 86_400_000;

async function paidShop(billing?: typeof first) {
  const shop = await openPaymentShop();
  const { token } = shop.buyer;
  if (billing) await call(shop.app, 'updateUser', { body: { billing }, token });
  const { orderId } = await approvedOrder(shop);
  await shop.capture(orderId);
  return { shop, orderId, token };
}

function paper(
  shop: Pick<PaymentShop, 'services'>,
  orderId: string,
  version?: number,
  of = number,
) {
  const { database, env } = shop.services;
  return readPaper(database.read, env, { orderId, number: of, size: 'a4', version });
}

function change(shop: PaymentShop, orderId: string, body: typeof first, token: string) {
  return call(shop.app, 'changeReceipt', { params: { orderId }, body, token });
}

describe('a receipt', () => {
  it('says what the buyer’s account had at the payment, whatever it has later', async () => {
    const { shop, orderId, token } = await paidShop(first);
    await call(shop.app, 'updateUser', { body: { billing: second }, token });

    const lines = (await paper(shop, orderId))?.buyer;

    expect(lines).toEqual([
      'ร้านผ้า Ada',
      'Ada Lamp',
      '1 Mill Road',
      'York',
      'ada@elsewhere.example',
      'Tax ID: GB 123 456 789',
    ]);
  });

  it('has a new version with each change, under the same number, and the earlier ones stay', async () => {
    const { shop, orderId, token } = await paidShop(first);
    shop.pass(day);
    const { answer } = await change(shop, orderId, second, token);

    const now = await paper(shop, orderId);

    expect(answer.receipt).toMatchObject({ version: 2, ...second });
    expect(answer.receipt?.earlier).toEqual([{ version: 1, createdAt: expect.any(String) }]);
    const { cookie } = await joinStudio(shop.app, shop.services);
    const opened = async (version: string) => {
      const params = { orderId, number, size: 'a4' } as const;
      return (await sendStudio(shop.app, 'orderPaper', { cookie, params, query: { version } }))
        .status;
    };
    expect([await opened('1'), await opened('3'), await opened('x')]).toEqual([200, 404, 422]);
    const { answer: seen } = await callStudio(shop.app, 'order', { cookie, params: { orderId } });
    expect(seen.earlierReceipts).toEqual(answer.receipt?.earlier);
    expect(now?.number).toBe(number);
    expect(now?.facts[0]).toEqual(['Version', '2, of March 2, 2026']);
    expect(now?.buyer[0]).toBe('Ada Ltd');
    expect((await paper(shop, orderId, 1))?.buyer[0]).toBe('ร้านผ้า Ada');
    expect(await paper(shop, orderId, 3)).toBeNull();
    const path = paperPath(orderId, number, 'a4', 2);
    const headers = { Authorization: `Bearer ${token}` };
    const statuses = [path, path.replace(/2$/, '3'), path.replace(/2$/, 'x')].map(
      async (each) => (await shop.app.request(each, { headers })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
  });

  it('that said nothing has version 2 with its first change, and none with the same again', async () => {
    const { shop, orderId, token } = await paidShop();

    await change(shop, orderId, first, token);
    const { answer } = await change(shop, orderId, first, token);

    expect(answer.receipt?.version).toBe(2);
    expect((await paper(shop, orderId, 1))?.buyer).toEqual(['Ada Lamp', 'ada@elsewhere.example']);
  });

  it('gets a version of its own from each of two changes at once', async () => {
    const { shop, orderId, token } = await paidShop();

    const changes = ['One', 'Two', 'Three'].map((company) =>
      change(shop, orderId, { ...second, company }, token),
    );

    const versions = (await Promise.all(changes)).map(({ status }) => status);
    expect(versions).toEqual([200, 200, 200]);
    const rows = await shop.services.database.read
      .selectFrom('receiptVersions')
      .select('version')
      .orderBy('version')
      .execute();
    expect(rows.map(({ version }) => version)).toEqual([2, 3, 4]);
  });

  it('has 20 versions at most', async () => {
    const { shop, orderId, token } = await paidShop();
    for (let version = 2; version <= maxReceiptVersions; version += 1) {
      await change(shop, orderId, { ...second, company: `Ada ${version}` }, token);
    }

    const params = { orderId };
    const last = await callRefused(shop.app, 'changeReceipt', { params, body: second, token });

    expect(last.problem.code).toBe('CONFLICT');
    expect((await paper(shop, orderId))?.buyer[0]).toBe('Ada 20');
  });

  it('can’t be changed all the time', async () => {
    const { shop, orderId, token } = await paidShop();
    for (let count = 0; count < 30; count += 1) await change(shop, orderId, second, token);

    const params = { orderId };
    const next = await callRefused(shop.app, 'changeReceipt', { params, body: second, token });

    expect(next.problem.code).toBe('TOO_MANY');
  });

  it('isn’t changed any more for an account that was deleted in the meantime', async () => {
    const { shop, orderId } = await paidShop();
    const { id: accountId } = shop.buyer;
    const deletedAt = shop.services.clock().toISOString();
    await shop.services.database.write((tx) =>
      tx.updateTable('accounts').set({ deletedAt }).execute(),
    );

    const late = makeChange(shop.services, (each) =>
      changeReceipt(each, orderId, ownerOf(accountId), second),
    );

    await expect(late).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  it('can be changed for 30 days', async () => {
    const { shop, orderId, token } = await paidShop();
    shop.pass(receiptOpenDays * day);
    await change(shop, orderId, first, token);
    shop.pass(1);

    const params = { orderId };
    const late = await callRefused(shop.app, 'changeReceipt', { params, body: second, token });

    expect(late.problem).toMatchObject({
      code: 'CONFLICT',
      message: 'A receipt can be changed until 30 days after the payment.',
    });
  });
});

it('a credit note says of its buyer what the receipt said then', async () => {
  const { shop, orderId, itemIds, refund } = await openRefundShop([700, 500]);
  await refund(itemIds[0] ?? '', 700);
  shop.pass(1000);
  await change(shop, orderId, second, shop.buyer.token);
  shop.pass(1000);
  await refund(null, 500);

  const before = await paper(shop, orderId, undefined, 'PRACTICE-C-2026-000001');
  const after = await paper(shop, orderId, undefined, 'PRACTICE-C-2026-000002');

  expect(before?.buyer).not.toContain('Ada Ltd');
  expect(after?.buyer[0]).toBe('Ada Ltd');
});
