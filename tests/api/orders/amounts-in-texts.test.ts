import { expect, it } from 'vitest';
import { type Amount, formatAmount } from '#contract/wire/money.ts';
import { altered, type Fault } from '#tests/support/payment-faults.ts';
import {
  approvedOrder,
  customer,
  openPaymentShop,
  type PaymentShop,
  studioEmail,
} from '#tests/support/payment-shop.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** Amounts without their cents: `12 USD`, `12.5 USD`, `$12`. */
const bareAmount = /(?<![\d.,])\d+(?:\.\d)? ?(?:USD|CAD|EUR)\b|\$\d+(?:\.\d)?(?![\d.,]*\d)/;

const inDollarsMore: Fault = altered((text) => text.replaceAll('"12.00"', '"13.00"'));
const inCanadianDollars: Fault = altered((text) => text.replaceAll('"USD"', '"CAD"'));

/** All texts about an order: for the studio, in its timeline, in every mail. */
async function textsOf(shop: PaymentShop, orderId: string): Promise<string[]> {
  const { cookie } = await joinStudio(shop.app, shop.services);
  const { answer } = await callStudio(shop.app, 'order', { cookie, params: { orderId } });
  const mails = await Promise.all(
    [studioEmail, customer.email, shop.buyer.email].map((email) => shop.mailsTo(email)),
  );
  return [
    answer.reviewReason ?? '',
    ...answer.trail.map(({ text }) => text),
    ...mails.flat().flatMap(({ subject, text }) => [subject, text]),
  ];
}

/** An order for $12.00 that was captured, disputed and refunded. */
async function orderWith(fault: Fault | null): Promise<string[]> {
  const shop = await openPaymentShop();
  const { orderId, paypalOrderId } = await approvedOrder(shop, { price: 1200 });
  if (fault) shop.provider.plan('capture', fault);
  await shop.capture(orderId);
  const captureId = shop.practice.order(paypalOrderId ?? '')?.captures[0]?.id;
  const links = [{ rel: 'up', href: `https://provider.example/captures/${captureId}` }];
  const amount = { currency_code: fault === inCanadianDollars ? 'CAD' : 'USD', value: '5.00' };
  const notices = {
    'CUSTOMER.DISPUTE.CREATED': {
      dispute_id: 'PP-D-1',
      dispute_amount: amount,
      disputed_transactions: [{ seller_transaction_id: captureId }],
    },
    'PAYMENT.CAPTURE.REFUNDED': { id: 'REFUND-1', status: 'COMPLETED', amount, links },
  };
  for (const [type, resource] of Object.entries(notices)) {
    await shop.sendNotice(shop.notice(type, resource));
  }
  return textsOf(shop, orderId);
}

it.each([
  ['as ordered', null, ['$12.00', '5.00 USD', '$5.00']],
  ['with another amount', inDollarsMore, ['paid 13.00 USD, expected 12.00 USD', '$13.00']],
  ['in another currency', inCanadianDollars, ['paid 12.00 CAD, expected 12.00 USD', '5.00 CAD']],
])('every amount of a payment %s is written with its cents', async (_, fault, expected) => {
  const texts = await orderWith(fault);

  for (const text of texts) expect(text).not.toMatch(bareAmount);
  for (const amount of expected) expect(texts.join('\n')).toContain(amount);
});

it.each<[Amount, string]>([
  [{ cents: 1200, currency: 'USD' }, '12.00 USD'],
  [{ cents: 1250, currency: 'CAD' }, '12.50 CAD'],
  [{ cents: 5, currency: 'USD' }, '0.05 USD'],
  [{ cents: 0, currency: 'USD' }, '0.00 USD'],
  [{ cents: -1200, currency: 'USD' }, '-12.00 USD'],
  [{ cents: 1200.1, currency: 'USD' }, '12.001 USD'],
  [{ cents: 123_456_700, currency: 'USD' }, '1234567.00 USD'],
])('formats an amount %o as %s', (amount, text) => {
  expect(formatAmount(amount)).toBe(text);
});
