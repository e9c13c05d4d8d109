import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { formatUsd, priceToPay } from '#contract/wire/money.ts';
import { cartLink, expect, ordersOf, test, toast } from '#tests/support/buying-test.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';

/** The most tab stops allowed between two things a buyer needs. */
const maxTabs = 120;

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () =>
    target.evaluate((node) => (node.getRootNode() as Document | ShadowRoot).activeElement === node);
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    if (await isFocused()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${maxTabs} times ${key} did not lead to ${target}`);
}

async function press(page: Page, target: Locator, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

test('a design can be found, bought and downloaded with the keyboard alone', {
  tag: ['@core', '@A05', '@J07', '@K03'],
}, async ({ page, api }) => {
  const buyer = await api.newBuyer();
  const [design] = await someDesigns(api);
  const main = page.getByRole('main');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });

  await page.goto(paths.home.path);
  await press(page, main.getByRole('link', { name: 'Shop All' }).first());
  await expect(heading('Shop all designs')).toBeFocused();
  await press(page, main.getByRole('link', { name: design.title, exact: true }));
  await expect(heading(design.title)).toBeFocused();
  await press(page, button('Add to Cart'));
  await expect(toast(page, messages.cart.added)).toBeVisible();
  await press(page, cartLink(page, 1), 'Shift+Tab');
  await expect(heading('My Cart')).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Proceed' }));
  await expect(heading('Checkout')).toBeVisible();
  await press(page, button('Create Order'));

  await expect(heading('Sign in')).toBeVisible();
  await type(page, 'Email', buyer.email);
  await type(page, 'Password', buyer.password);
  await page.keyboard.press('Enter');
  await expect(heading('Checkout')).toBeVisible();
  await type(page, 'Name', 'Hazel Button');
  await type(page, 'Email', buyer.email);
  await tabTo(page, page.getByRole('checkbox', { name: /^I accept the terms/ }));
  await page.keyboard.press('Space');
  await tabTo(page, button('Create Order'));
  await expect(button('Debit or Credit Card')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(heading('Payment')).toBeFocused();
  await press(page, button('Debit or Credit Card'));
  await press(page, page.getByRole('dialog').getByRole('button', { name: /^Pay / }));

  await expect(heading('Order Confirmed')).toBeFocused();
  const line = main.getByRole('listitem').filter({ hasText: design.title });
  await expect(line).toContainText('Small business');
  await expect(line).toContainText(formatUsd(priceToPay(design.price, design.discountedPrice)));
  await tabTo(page, line.getByRole('button', { name: `Download Now: ${design.title}` }));
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);

  expect(readFileSync(await saved.path()).byteLength).toBe(design.files[0]?.bytes);
  expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', items: 1, paid: 1 }]);
});
