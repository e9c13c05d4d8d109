import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

const path = '/dashboard/my-account';
const main = (page: Page) => page.getByRole('main');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const savedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}').user);

test.use({ expectedErrors: [/status of 422/] });

test('exports what the shop stores, and deletes the account', {
  tag: '@core',
}, async ({ page, api }) => {
  const { user, email, token, password } = await signInPage(page, api);
  const [product] = await api.products();
  const body = { productId: product?._id ?? '' };
  await page.goto(`/product-details/${product?._id}`);
  await main(page).getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('link', { name: /^Cart/ })).toContainText('1');
  await test.step('exports what the shop stores', async () => {
    await api.call('wishlistAdd', { token, body });
    // The export is compared with a second one, so it must not change in between.
    const unsent = async () => (await api.call('myData', { token })).mails.filter((m) => !m.sentAt);
    await expect.poll(unsent).toEqual([]);
    await page.goto(path);
    const downloaded = page.waitForEvent('download');
    await main(page).getByRole('button', { name: 'Download my data' }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(data).toMatchObject({
      account: { email, firstName: 'Hazel' },
      cart: [body],
      orders: [],
    });
    expect({ ...(await api.call('myData', { token })), takenAt: data.takenAt }).toEqual(data);
  });

  await test.step('asks for the password before an account is deleted, then forgets the account', async () => {
    const storage = main(page).getByRole('region', { name: 'App and offline storage' });
    await expect(storage).toContainText('Cart on this device1 design');
    await main(page).getByRole('button', { name: 'Delete my account' }).click();
    const modal = page.getByRole('dialog');
    const submit = modal.getByRole('button', { name: 'Delete my account' });
    await expect(submit).toBeDisabled();
    const typed = modal.getByLabel('Password', { exact: true });
    await typed.fill('not-the-password');
    await submit.click();
    await expect(typed).toHaveAccessibleDescription('Incorrect password.');
    expect(await savedUser(page)).toMatchObject({ email });

    await typed.fill(password);
    await submit.click();
    await expect(page).toHaveURL('/');
    await expect(toasts(page)).toContainText('Your account has been deleted.');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Cart/ })).toContainText('0');
    expect(await savedUser(page)).toBeNull();
    const names = 'SELECT firstName, lastName FROM accounts WHERE id = ?';
    expect(api.sql(names, user._id)).toEqual([{ firstName: '', lastName: '' }]);
    await expect(api.call('login', { body: { email, password } })).rejects.toThrow('401');
    const left = await page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name ?? ''),
    );
    expect(left.filter((name) => name.includes(user._id))).toEqual([]);
  });
});
