import { describe, expect, it } from 'vitest';
import { grantDownload } from '#server/orders/grant-download.ts';
import { beginNewSeries } from '#server/orders/receipts/new-series.ts';
import { numberMissing } from '#server/orders/receipts/number-missing.ts';
import { numberReceipts } from '#server/orders/receipts/receipt-numbers.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import type { AppServices } from '#server/services.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { livePayments as live } from '#tests/support/live-payments.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { approvedOrder, openPaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';
import { openReviewShop } from '#tests/support/review-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

/** A buyer with orders that were paid without a number, a day after another, first to last. */
async function unnumbered(services: AppServices, paidAt: readonly string[]): Promise<string[]> {
  const { id: accountId } = await signUp(services);
  const productIds = [await addProduct(services)];
  const ids: string[] = [];
  for (const at of paidAt) {
    const { id } = await addOrder(services, { accountId, productIds });
    await services.database.write((tx) =>
      tx.updateTable('orders').set({ paidAt: at }).where('id', '=', id).execute(),
    );
    ids.push(id);
  }
  return ids;
}

async function numbersOf({ database }: Pick<AppServices, 'database'>) {
  const rows = await database.read
    .selectFrom('orders')
    .select(['id', 'receiptNumber'])
    .where('state', '=', 'paid')
    .execute();
  return new Map(rows.map(({ id, receiptNumber }) => [id, receiptNumber]));
}

async function creditNotesOf({ database }: Pick<AppServices, 'database'>) {
  const rows = await database.read.selectFrom('refunds').select('creditNoteNumber').execute();
  return rows.map(({ creditNoteNumber }) => creditNoteNumber);
}

describe('a payment', () => {
  it('gets the next receipt number of its year, once, however many tell of it', async () => {
    const shop = await openPaymentShop({ limitFactor: 1000 });
    for (let made = 0; made < 3; made += 1) {
      const { orderId } = await approvedOrder(shop);
      await Promise.all(Array.from({ length: 5 }, () => shop.capture(orderId)));
    }

    const numbers = [...(await numbersOf(shop.services)).values()].toSorted();
    expect(numbers).toEqual([
      'PRACTICE-R-2026-000001',
      'PRACTICE-R-2026-000002',
      'PRACTICE-R-2026-000003',
    ]);
  });

  it('that fails takes no number', async () => {
    const services = await makeServices();
    const [first] = await unnumbered(services, ['2026-02-01T10:00:00.000Z']);
    const failing = makeChange(services, async (change) => {
      await numberReceipts(change, services.env);
      throw new Error('the disk is full');
    });

    await expect(failing).rejects.toThrow('the disk is full');
    await numberMissing(services);

    expect((await numbersOf(services)).get(first ?? '')).toBe('PRACTICE-R-2026-000001');
  });

  it('shows its number to the buyer', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);

    const { token } = shop.buyer;
    const { answer } = await call(shop.app, 'orders', { query: { page: '1', limit: '10' }, token });

    expect(answer.orders[0]).toMatchObject({
      receiptNumber: 'PRACTICE-R-2026-000001',
      creditNotes: [],
    });
  });

  it('counts for the year of the shop’s time zone', async () => {
    const services = await makeServices();
    await makeChange(services, (change) => writeSetting(change, 'timeZone', 'Pacific/Auckland'));
    const ids = await unnumbered(services, [
      '2025-12-31T10:59:59.000Z',
      '2025-12-31T11:00:00.000Z',
    ]);

    await numberMissing(services);

    const numbers = await numbersOf(services);
    expect(ids.map((id) => numbers.get(id))).toEqual([
      'PRACTICE-R-2025-000001',
      'PRACTICE-R-2026-000001',
    ]);
  });

  it('numbers what an earlier version made paid before it, in order of payment', async () => {
    const shop = await openPaymentShop();
    const [later, earlier] = await unnumbered(shop.services, [
      '2026-02-02T10:00:00.000Z',
      '2026-02-01T10:00:00.000Z',
    ]);
    const { orderId } = await approvedOrder(shop);

    await shop.capture(orderId);

    const numbers = await numbersOf(shop.services);
    expect([earlier, later, orderId].map((id) => numbers.get(id ?? ''))).toEqual([
      'PRACTICE-R-2026-000001',
      'PRACTICE-R-2026-000002',
      'PRACTICE-R-2026-000003',
    ]);
  });

  it('waits for its number while many earlier ones have none, so that the order stays', async () => {
    const shop = await openPaymentShop();
    const paidAt = Array.from({ length: 120 }, (_, place) =>
      new Date(Date.UTC(2026, 0, 1, 0, place)).toISOString(),
    );
    const earlier = await unnumbered(shop.services, paidAt);
    const { orderId } = await approvedOrder(shop);

    await shop.capture(orderId);
    const early = (await numbersOf(shop.services)).get(orderId);
    await numberMissing(shop.services);

    const numbers = await numbersOf(shop.services);
    expect(early).toBeNull();
    expect([...earlier, orderId].map((id) => numbers.get(id))).toEqual(
      Array.from(
        { length: 121 },
        (_, place) => `PRACTICE-R-2026-${String(place + 1).padStart(6, '0')}`,
      ),
    );
  });

  it('of nothing, a gift, has no receipt', async () => {
    const services = await makeServices();
    const { id: buyerId } = await signUp(services);
    const productId = await addProduct(services, { files: { 'a.png': Buffer.from('a') } });
    await makeAuditedChange(services, 'a'.repeat(24), (change) =>
      grantDownload(change, services.env, { buyerId, productId }),
    );

    await numberMissing(services);

    expect([...(await numbersOf(services)).values()]).toEqual([null]);
  });

  it('of the demo’s accounts counts apart', async () => {
    const services = await makeServices();
    await unnumbered(services, ['2026-02-01T10:00:00.000Z']);
    await services.database.write((tx) => tx.updateTable('accounts').set({ isDemo: 1 }).execute());

    await numberMissing(services);

    expect([...(await numbersOf(services)).values()]).toEqual(['DEMO-R-2026-000001']);
  });

  it.each([
    ['of real money', live, { isPractice: 0 }, 'R-2026-000001'],
    ['made before the shop sold for real', live, { isPractice: 1 }, 'PRACTICE-R-2026-000001'],
    ['made before, with PayPal', live, { isPractice: null }, 'R-2026-000001'],
    ['made before, with PayPal', {}, { isPractice: null }, null],
  ])('%s counts for where it was made, in a shop with %j', async (_, settings, made, number) => {
    const services = await makeServices({ settings });
    const [id] = await unnumbered(services, ['2026-02-01T10:00:00.000Z']);
    await services.database.write((tx) => tx.updateTable('orders').set(made).execute());

    await numberMissing(services);

    expect((await numbersOf(services)).get(id ?? '')).toBe(number);
  });

  it('keeps where it was made', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);

    expect((await shop.order(orderId)).isPractice).toBe(1);
  });

  it('begins a new series after a restore', async () => {
    const services = await makeServices();
    const [before] = await unnumbered(services, ['2026-02-01T10:00:00.000Z']);
    await numberMissing(services);
    const mark = await makeChange(services, beginNewSeries);
    const [after] = await unnumbered(services, ['2026-02-02T10:00:00.000Z']);

    await numberMissing(services);

    const numbers = await numbersOf(services);
    expect(numbers.get(before ?? '')).toBe('PRACTICE-R-2026-000001');
    expect(numbers.get(after ?? '')).toBe(`PRACTICE-R-2026-${mark}-000001`);
    expect(mark).toMatch(/^[B-Z]{4}$/);
  });
});

describe('a refund', () => {
  it('has a credit note with a number of its own, in part and whole', async () => {
    const { shop, itemIds, refund } = await openRefundShop([700, 500]);
    await refund(itemIds[0] ?? '', 700);
    shop.pass(1000);
    await refund(null, 500);

    const { token } = shop.buyer;
    const { answer } = await call(shop.app, 'orders', { query: { page: '1', limit: '10' }, token });

    expect(answer.orders[0]?.creditNotes).toMatchObject([
      { number: 'PRACTICE-C-2026-000001', amount: 7 },
      { number: 'PRACTICE-C-2026-000002', amount: 5 },
    ]);
  });

  it('has its credit note in the series of its receipt, even after the shop begins to sell for real', async () => {
    const { shop, refund } = await openRefundShop([700]);
    await refund(null, 700);
    const { services } = shop;
    await services.database.write((tx) =>
      tx.updateTable('refunds').set({ creditNoteNumber: null }).execute(),
    );
    const { env } = await makeServices({ settings: live });

    await numberMissing({ ...services, env });

    expect(await creditNotesOf(services)).toEqual(['PRACTICE-C-2026-000002']);
  });

  it('of an order that never became a sale has no credit note', async () => {
    const { shop, orderId, refund } = await openReviewShop();
    await refund();
    await numberMissing(shop.services);

    expect(await shop.order(orderId)).toMatchObject({ state: 'void', receiptNumber: null });
    expect(await creditNotesOf(shop.services)).toEqual([null]);
  });

  it('from before its order was released has its credit note with the receipt', async () => {
    const { shop, orderId, refundByHand, sendRefundNotice, decide } = await openReviewShop();
    await refundByHand(200);
    await sendRefundNotice(0);
    const before = await creditNotesOf(shop.services);
    await decide('grant');

    expect(before).toEqual([null]);
    expect((await shop.order(orderId)).receiptNumber).toBe('PRACTICE-R-2026-000001');
    expect(await creditNotesOf(shop.services)).toEqual(['PRACTICE-C-2026-000001']);
  });

  it('that an earlier version recorded gets its number later', async () => {
    const { shop, refund } = await openRefundShop([700]);
    await refund(null, 700);
    const { database } = shop.services;
    await database.write((tx) =>
      tx.updateTable('refunds').set({ creditNoteNumber: null }).execute(),
    );

    await numberMissing(shop.services);

    expect(await creditNotesOf(shop.services)).toEqual(['PRACTICE-C-2026-000002']);
  });
});
