import type { Page } from '@playwright/test';
import { goOn } from '#tests/support/go-on.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

/** An order of the two newest designs with a price, paid at the stand-in. */
async function paidOrder(api: ShopApi, url: string, spoil: (orderId: string) => void = () => {}) {
  const buyer: Buyer = await api.newBuyer();
  const { token } = buyer;
  const designs = (await api.products()).filter(({ price }) => price > 0).slice(0, 2);
  for (const { _id: productId } of designs) {
    await api.call('cartAdd', { token, body: { productId } });
  }
  const customerDetails = { name: 'Hazel Button', email: buyer.email, country: '', city: '' };
  const made = await api.call('checkout', { token, body: { customerDetails } });
  spoil(made.orderId);
  await fetch(`${url}/practice-paypal/buyer/orders/${made.paypalOrderId}/approve`, {
    method: 'POST',
    body: JSON.stringify({ source: 'card', isDeclined: false }),
  });
  await api
    .call('capturePayment', { token, body: { orderId: made.orderId } })
    .catch(() => undefined);
  return { buyer, orderId: made.orderId, total: made.totalPrice };
}

async function confirm(page: Page, button: string | RegExp): Promise<void> {
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: button }).click();
  await expect(question).toHaveCount(0);
}

test('orders are refunded, granted after a review, and an unconfirmed refund is closed', {
  tag: '@core',
}, async ({ studioPage: page, api, shop }) => {
  await test.step('an order is found, refunded by design and then in full', async () => {
    const { buyer, orderId, total } = await paidOrder(api, shop.url);
    await page.goto('/studio/orders');
    await page.getByLabel('Find an order').fill(buyer.email);
    const row = page.getByRole('row').filter({ hasText: 'Hazel Button' });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(`$${total.toFixed(2)}`);
    await expectSoundScreen(page);

    await row.getByRole('link', { name: /^PW-/ }).click();
    const parts = page.getByRole('region', { name: 'Designs' });
    const first = parts.getByRole('listitem').first();
    await first.getByRole('button', { name: /Revoke download/ }).click();
    await expect(first).toContainText('Revoked');
    await first.getByRole('button', { name: /Restore download/ }).click();
    await expect(first).not.toContainText('Revoked');
    await expectSoundScreen(page);

    await first.getByRole('button', { name: /^Refund / }).click();
    await expectSoundScreen(page);
    await confirm(page, /^Refund .*\d$/);
    await expect(first).toContainText('Refunded');
    await expect(page.getByText('Partly refunded')).toBeVisible();
    const { orders } = await api.call('orders', { token: buyer.token, query: {} });
    expect(orders[0]?.items.filter(({ isRevoked }) => isRevoked)).toHaveLength(1);

    const payment = page.getByRole('region', { name: 'Payment' });
    await payment.getByRole('button', { name: /^Refund / }).click();
    await confirm(page, /^Refund .*\d$/);
    await expect(payment.getByText('Refunded', { exact: true })).toBeVisible();
    await expect(payment.getByRole('button', { name: /^Refund / })).toHaveCount(0);
    await payment.getByRole('button', { name: 'Send the receipt again' }).click();
    await expect(page.getByText('The receipt is being sent again.')).toBeVisible();
    const back = api.sql(
      "SELECT sum(amount) AS cents FROM refunds WHERE orderId = ? AND kind = 'refund'",
      orderId,
    );
    expect(back).toMatchObject([{ cents: Math.round(total * 100) }]);
  });

  await test.step('an order in review says what is wrong and is granted', async () => {
    const { orderId } = await paidOrder(api, shop.url, (id) => {
      api.sql('UPDATE orders SET totalPrice = totalPrice + 100 WHERE id = ?', id);
    });
    await goOn(page, '/studio/orders?state=review');
    await expect(page.getByRole('row').filter({ hasText: 'Needs review' }).first()).toBeVisible();
    await goOn(page, `/studio/orders/${orderId}`);
    await expect(
      page.getByText(/Reason: paid \d+\.\d\d USD, expected \d+\.\d\d USD/),
    ).toBeVisible();
    const prices = page.getByText(/ licence · \$\d+\.\d\d/);
    await expect(prices.filter({ hasText: 'paid' })).toHaveCount(0);
    await expectSoundScreen(page);

    await page.getByRole('button', { name: 'Release files…' }).click();
    await confirm(page, 'Release files');
    await expect(prices.filter({ hasText: 'paid' })).not.toHaveCount(0);
    await expect(page.getByText('Released by the studio.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'This order needs review' })).toHaveCount(0);
  });

  await test.step('a refund that is not confirmed for a day is marked as not made', async () => {
    const { orderId, total } = await paidOrder(api, shop.url);
    const cents = Math.round(total * 100);
    api.sql(
      `INSERT INTO refundRequests (id, requestId, orderId, amount, state, actorId, createdAt)
     VALUES (?1, ?1, ?1, ?2, 'open', 'terminal', '2026-11-01T09:00:00.000Z')`,
      orderId,
      cents,
    );
    await goOn(page, '/studio/orders');
    await goOn(page, `/studio/orders/${orderId}`);
    await expect(page.getByText('we keep checking automatically')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark as not refunded…' })).toHaveCount(0);
    api.sql(
      "UPDATE refundRequests SET overdueAt = '2026-11-02T09:00:00.000Z' WHERE id = ?",
      orderId,
    );
    await page.reload();
    await expectSoundScreen(page);

    await page.getByRole('button', { name: 'Mark as not refunded…' }).click();
    await expectSoundScreen(page);
    await confirm(page, 'Mark as not refunded');

    await expect(page.getByText(/was not refunded.*marked it as not refunded/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark as not refunded…' })).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'Payment' }).getByRole('button', { name: /^Refund / }),
    ).toBeVisible();
  });
});
