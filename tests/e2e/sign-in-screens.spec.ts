import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/shop-test.ts';

const main = (page: Page) => page.getByRole('main');

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Olive');
  await page.getByLabel('Last name').fill('Thimble');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('License type').selectOption('FABRIC_SHOP');
  await page.getByLabel('Business verification link').fill('@olivesews');
  await page.getByLabel('Password', { exact: true }).fill('paper-pinwheel-42');
  await page.getByLabel('Confirm password', { exact: true }).fill('paper-pinwheel-42');
}

test('asks for the e-mail once, on the way from checkout to an account', {
  tag: '@core',
}, async ({ page, api }) => {
  const email = `new-${randomUUID()}@shop.example`;
  await page.goto('/shop');
  await main(page)
    .getByRole('button', { name: /add .*to cart/i })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Item added to cart',
  );
  await page.goto('/checkout');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Create Order' }).click();
  await expect(page).toHaveURL('/sign-in');
  await expect(main(page)).toContainText('One more step: sign in or open an account to pay.');
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await main(page).getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await fillSignUp(page, email);
  await main(page).getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  expect(api.sql('SELECT status FROM accounts WHERE email = ?', email)).toEqual([
    { status: 'pending' },
  ]);
});
