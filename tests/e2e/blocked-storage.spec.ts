import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import {
  cartLines,
  cartLink,
  createOrder,
  expect,
  openCheckout,
  signInByForm,
  test,
} from '#tests/support/buying-test.ts';
import { addFromPage, someDesigns } from '#tests/support/device-journeys.ts';

const proceed = (page: Page) => page.getByRole('link', { name: 'Proceed' });

async function blockDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Blocked', 'SecurityError');
    };
  });
}

async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
    }
  });
}

test('a visitor whose browser stores no cart is led to an account, and can buy', {
  tag: '@core',
}, async ({ page, api }) => {
  const buyer = await api.newBuyer();
  const [fox] = await someDesigns(api);
  await blockDatabase(page);
  await addFromPage(page, fox._id);
  await cartLink(page, 1).click();
  await expect(page.getByText('This browser can’t take your cart to the checkout.')).toBeVisible();
  await expect(proceed(page)).toHaveCount(0);

  await page.getByRole('link', { name: 'Sign in to continue' }).click();
  await signInByForm(page, buyer);
  await expect(page).toHaveURL(paths.cart.path);
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
  await proceed(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: fox.title })).toBeVisible();
  await createOrder(page);
});

test('a visitor whose browser stores nothing is told before the checkout and at sign-in', async ({
  page,
  api,
}) => {
  const [fox] = await someDesigns(api);
  await blockDatabase(page);
  await blockStorage(page);
  await addFromPage(page, fox._id);
  await cartLink(page, 1).click();
  await expect(cartLines(page)).toHaveCount(1);
  await expect(page.getByText(messages.checkout.nothingStored)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeDisabled();
  await expect(proceed(page)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText(messages.checkout.nothingStored)).toBeVisible();
  await openCheckout(page);
  await expect(page.getByText(messages.checkout.nothingStored)).toBeVisible();
});

test('a visitor who has stored nothing yet finds an empty cart in the checkout', async ({
  page,
}) => {
  await openCheckout(page);
  await expect(page.getByText(messages.checkout.cartEmpty)).toBeVisible();
});
