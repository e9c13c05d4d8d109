import { expect, test } from 'vitest';
import { cancelPracticeOrders } from '#server/orders/practice-orders.ts';
import { inParts, openCommissionShop } from '#tests/support/commission-shop.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { altered } from '#tests/support/payment-faults.ts';
import { approvedOrder, openPaymentShop } from '#tests/support/payment-shop.ts';
import { openReviewShop } from '#tests/support/review-shop.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** Practice orders that weren't finished when the shop began to take real payments. */

const goLive = ({ env }: Pick<TestServices, 'env'>) =>
  Object.assign(env, {
    payments: { mode: 'live', clientId: '', clientSecret: '', webhookId: '' },
  });
const pending = altered((text) => text.replaceAll('"COMPLETED"', '"PENDING"'));

test('in review are cancelled, and their designs can be bought', async () => {
  const { shop, orderId } = await openReviewShop();
  const { services, app } = shop;
  await cancelPracticeOrders(services);
  expect(await shop.order(orderId)).toMatchObject({ state: 'review' });

  goLive(services);
  await cancelPracticeOrders(services);

  expect(await shop.order(orderId)).toMatchObject({ state: 'void' });
  const again = await shop.checkout();
  expect(again.orderId).not.toBe(orderId);
  expect(await shop.order(again.orderId)).toMatchObject({ isPractice: 0 });
  const { cookie } = await joinStudio(app, services, 'second@studio.example');
  const { items: lines } = (await callStudio(app, 'auditLines', { cookie, query: {} })).answer;
  expect(lines).toContainEqual(
    expect.objectContaining({
      action: 'review.cancelled',
      subject: expect.objectContaining({ id: orderId }),
      after: { state: 'void', reason: 'a practice order' },
    }),
  );
});

test('of which a payment is pending are cancelled, too', async () => {
  const shop = await openPaymentShop();
  shop.provider.plan('capture', pending);
  const { orderId } = await approvedOrder(shop);
  await shop.capture(orderId);
  expect(await shop.order(orderId)).toMatchObject({ state: 'capturing' });

  goLive(shop.services);
  await cancelPracticeOrders(shop.services);

  expect((await shop.checkout()).orderId).not.toBe(orderId);
});

test('for a custom design are cancelled, and it can be paid for', async () => {
  const made = await openCommissionShop(inParts);
  made.shop.provider.plan('capture', pending);
  const { orderId } = await made.pay({ part: 'deposit' });

  goLive(made.shop.services);
  await cancelPracticeOrders(made.shop.services);

  expect((await made.checkout({ part: 'deposit' })).orderId).not.toBe(orderId);
});

test('are taken up by no checkout', async () => {
  const shop = await openPaymentShop();
  const { orderId } = await approvedOrder(shop);

  goLive(shop.services);
  await cancelPracticeOrders(shop.services);

  expect((await shop.checkout()).orderId).not.toBe(orderId);
});
