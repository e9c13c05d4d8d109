import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { type CallName, callPath } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import {
  acceptTerms,
  createOrder,
  expect,
  fillCity,
  goToCheckout,
  ordersOf,
  pay,
  test,
  toast,
} from '#tests/support/buying-test.ts';

const text = messages.checkout.unavailable;

/** Answers a call as a shop does whose account the payment provider restricts. */
async function refuse(page: Page, name: CallName): Promise<void> {
  const json = { code: 'PAYMENTS_UNAVAILABLE', message: text };
  await page.route(
    ({ pathname }) => pathname === callPath(name),
    (route) => route.fulfill({ status: 409, json }),
  );
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

test.describe('a shop that can’t take payments', () => {
  test.use({
    expectedErrors: [/409 \(Conflict\).*(capture-payment|checkout)/],
    viewport: { width: 360, height: 740 },
  });

  test('keeps an approved order, which the keyboard pays later', { tag: ['@T01'] }, async ({
    page,
    api,
    studio,
  }) => {
    const buyer = await goToCheckout(page, api, studio);
    await createOrder(page);
    await refuse(page, 'capturePayment');
    await pay(page);

    await expect(page.getByRole('status').getByText(text)).toBeInViewport();
    await expect(toast(page, text)).toBeVisible();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(page.getByRole('button', { name: 'PayPal' })).toBeHidden();
    expect(await overflow(page)).toBe(0);
    await page.reload();
    await expect(page.getByRole('status').getByText(text)).toBeVisible();
    await expect(again).toBeVisible();
    await expect(page.getByRole('button', { name: 'PayPal' })).toBeHidden();
    await again.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused();
    await expect(again).toBeVisible();

    await page.unrouteAll();
    await page.keyboard.press('Tab');
    await expect(again).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(paths.orderSuccess.path);
    expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
  });

  test('keeps the cart and what was typed if no order can be created', {
    tag: ['@core', '@T01'],
  }, async ({ page, api, studio }) => {
    await goToCheckout(page, api, studio);
    await fillCity(page, 'Bergen');
    await refuse(page, 'checkout');
    await acceptTerms(page);
    await page.getByRole('button', { name: 'Create Order' }).click();

    await expect(page.getByRole('status').getByText(text)).toBeInViewport();
    await expect(toast(page, text)).toBeVisible();
    await expect(page.getByLabel('City', { exact: true })).toHaveValue('Bergen');
    expect(await overflow(page)).toBe(0);

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Create Order' }).click();
    await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
  });
});
