import { describe, expect, it } from 'vitest';
import { mailedPaper } from '#server/orders/papers/mailed-paper.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { type DrawPaper, sendNext } from '#server/platform/mail/mailer.ts';
import type { AppServices } from '#server/services.ts';
import { approvedOrder, openPaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';

/** Sends all mails and returns those about money. */
async function sendAll(services: AppServices, drawPaper?: DrawPaper): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const send = async (mail: OutgoingMail) => {
    sent.push(mail);
  };
  const draw = drawPaper ?? ((paperOf) => mailedPaper(services, paperOf));
  while (await sendNext(services, { send }, undefined, { drawPaper: draw }));
  return sent.filter(({ recipient }) => recipient.startsWith('ada@'));
}

function namesIn(mails: readonly OutgoingMail[]): string[] {
  return mails.flatMap(({ attachments }) => attachments.map(({ name }) => name));
}

describe('the mail of a payment', () => {
  it('has its receipt as PDF', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);

    const mails = await sendAll(shop.services);

    const names = namesIn(mails);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names)).toEqual(new Set(['Receipt PRACTICE-R-2026-000001.pdf']));
    const [file] = mails.flatMap(({ attachments }) => attachments);
    expect(Buffer.from(file?.bytes ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('goes out with its link alone if the receipt can’t be drawn', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);

    const mails = await sendAll(shop.services, () => Promise.reject(new Error('no font')));

    const receipts = mails.filter(({ text }) => text.includes('Open your order: '));
    expect(receipts.length).toBeGreaterThan(0);
    expect(namesIn(mails)).toEqual([]);
  });

  it('goes out without a receipt while that waits for its number', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);
    await shop.services.database.write((tx) =>
      tx.updateTable('orders').set({ receiptNumber: null }).execute(),
    );

    expect(namesIn(await sendAll(shop.services))).toEqual([]);
  });
});

it('the mail of a refund has its credit note as PDF', async () => {
  const { shop, itemIds, refund } = await openRefundShop([700, 500]);
  await sendAll(shop.services);
  await refund(itemIds[0] ?? '', 700);

  const mails = await sendAll(shop.services);

  expect(new Set(namesIn(mails))).toEqual(new Set(['Credit note PRACTICE-C-2026-000001.pdf']));
});

it.each([
  ['Japan', '[0 0 595.28 841.89]'],
  ['Canada', '[0 0 612 792]'],
])('a receipt mailed to %s has the size that is printed there', async (country, box) => {
  const shop = await openPaymentShop();
  const { orderId } = await approvedOrder(shop);
  await shop.capture(orderId);
  await shop.services.database.write((tx) =>
    tx.updateTable('orders').set({ customerCountry: country }).execute(),
  );

  const paper = await mailedPaper(shop.services, orderId);

  expect(Buffer.from(paper?.bytes ?? []).toString('latin1')).toContain(box);
});
