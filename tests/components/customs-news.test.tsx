import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { newUser, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { lose } from '#tests/support/shop-at-fetch.ts';

const banner = page.getByRole('region', { name: 'A pattern nobody else has' });
const choice = banner.getByRole('checkbox', {
  name: 'Sign up for updates to hear when custom requests open.',
});

test('leads a visitor who wants to be notified of open custom requests to sign up (D07)', async () => {
  const at = new Date(0).toISOString();
  await openShop({
    path: paths.home.path,
    prepare({ handlers }) {
      handlers.customStatus = () => ({ status: 'Off', updatedAt: at });
    },
  });
  const link = banner.getByRole('link', { name: 'Sign up for updates' });
  await expect.element(link).toBeVisible();
  await expect.element(choice).toHaveLength(0);
  await link.click();
  await expect.poll(() => location.pathname).toBe(paths.signUp.path);
});

test('lets a signed-in buyer choose to be notified of open custom requests (D07)', async () => {
  const shop = await openShop({ path: paths.home.path, user: newUser() });
  shop.handlers.customsNews = ({ body }) => {
    const { user } = shop.account;
    if (user) shop.account.user = { ...user, hasCustomsNews: body.isWanted };
    return body;
  };
  await expect.element(choice).not.toBeChecked();
  await choice.click();
  await expect.element(toastOf(messages.custom.newsOn)).toBeVisible();
  await shop.reload();
  await expect.element(choice).toBeChecked();
  await choice.click();
  await expect.element(toastOf(messages.custom.newsOff)).toBeVisible();
  await expect.element(choice).not.toBeChecked();
  expect(shop.bodiesOf('customsNews')).toEqual([{ isWanted: true }, { isWanted: false }]);
});

test('a choice that does not reach the shop is reported and reverted', async () => {
  const shop = await openShop({ path: paths.home.path, user: newUser() });
  shop.handlers.customsNews = lose;
  await choice.click();
  await expect.element(toastOf(messages.custom.newsFailed)).toBeVisible();
  await expect.element(choice).not.toBeChecked();
  await expect.element(choice).toHaveFocus();
});
