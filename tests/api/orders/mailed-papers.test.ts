import { describe, expect, it } from 'vitest';
import { mailedPaper, paperToMail } from '#server/orders/papers/mailed-paper.ts';
import { TookTooLong } from '#server/platform/database/in-thread.ts';
import { DatabaseUnavailable } from '#server/platform/database/open.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { type DrawPaper, sendNext } from '#server/platform/mail/mailer.ts';
import type { AppServices } from '#server/services.ts';
import { call } from '#tests/support/call.ts';
import { approvedOrder, openPaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';

/** Sends all mails and returns those to the buyer. */
async function sendAll(services: AppServices, drawPaper?: DrawPaper): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const send = async (mail: OutgoingMail) => {
    sent.push(mail);
  };
  const draw = drawPaper ?? ((paperOf) => mailedPaper(services, paperOf));
  while (await sendNext(services, { send }, undefined, { drawPaper: draw }));
  return sent.filter(({ recipient }) => /^(ada|buyer)/.test(recipient));
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

  it.each([
    ['many papers are being drawn', new Problem('UNAVAILABLE', 'Many receipts')],
    ['the database is away', new DatabaseUnavailable(new Error('terminated'))],
    ['drawing takes too long', new TookTooLong('a paper')],
  ])('waits with its receipt while %s', async (_, error) => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);

    const first = await sendAll(shop.services, () => Promise.reject(error));
    shop.pass(60_000);
    const then = await sendAll(shop.services);

    expect(first.map(({ recipient }) => recipient)).not.toContain(shop.buyer.email);
    expect(namesIn(then)).toEqual(['Receipt PRACTICE-R-2026-000001.pdf']);
  });

  it('goes out without a receipt whose drawing never ends', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);
    const counts: number[] = [];

    for (let round = 0; round < 3; round += 1) {
      const mails = await sendAll(shop.services, () => Promise.reject(new TookTooLong('a paper')));
      counts.push(mails.filter(({ subject }) => subject.includes('receipt')).length);
      shop.pass(60_000);
    }

    expect(counts).toEqual([1, 0, 1]);
  });

  it('has its receipt at the account’s address only, and a link at the one given at checkout', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);

    const mails = await sendAll(shop.services);

    const receipts = mails.filter(({ text }) => text.includes('Open your order: '));
    const files = receipts.map(({ recipient, attachments }) => [recipient, attachments.length]);
    expect(new Map(files as [string, number][])).toEqual(
      new Map([
        [shop.buyer.email, 1],
        ['ada@elsewhere.example', 0],
      ]),
    );
  });

  it('has its receipt with its buyer even if the account is deleted before', async () => {
    const matches = async () => true;
    const shop = await openPaymentShop({ passwords: { hash: async () => '', matches } });
    const { token } = shop.buyer;
    const billing = { company: 'Ada Ltd', address: '', taxId: '' };
    await call(shop.app, 'updateUser', { body: { billing }, token });
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);
    await call(shop.app, 'deleteAccount', { body: { password: 'any' }, token });
    const { database, env } = shop.services;
    const mail = database.read.selectFrom('mailOutbox').select('paperOf');

    const { paperOf } = await mail.where('paperOf', 'is not', null).executeTakeFirstOrThrow();
    const paper = await paperToMail(database.read, env, paperOf ?? '');
    const mails = await sendAll(shop.services);

    expect(paper?.buyer.slice(0, 2)).toEqual(['Ada Ltd', 'Ada Lamp']);
    expect(namesIn(mails)).toEqual(['Receipt PRACTICE-R-2026-000001.pdf']);
    expect(await mail.where('paperOf', 'is not', null).execute()).toEqual([]);
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
