import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import type { RunningShop } from '#tests/support/run-shop.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const main = (page: Page) => page.getByRole('main');
const undo = (page: Page) => main(page).getByRole('button', { name: 'Undo the change' });

/** The link in the mail to an account's previous address. */
async function undoLink(shop: RunningShop, email: string): Promise<string> {
  const read = () =>
    shop
      .mails()
      .filter((mail) => mail.includes(`To: ${email}`))
      // Mail folds long lines and encodes = as =3D.
      .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      .map((mail) => /\/forgot-password\?undo-email#token=[\w-]{43}/.exec(mail)?.[0])
      .find(Boolean) ?? '';
  await expect.poll(read).not.toBe('');
  return read();
}

test.use({ expectedErrors: [/status of (401|409)|ERR_INTERNET_DISCONNECTED/] });

test('the old address undoes an e-mail change and leads to a new password', async ({
  page,
  api,
  shop,
}) => {
  const { email, password, token } = await api.newBuyer();
  const next = email.replace('buyer', 'thief');
  await api.call('updateUser', { token, body: { email: next, oldPassword: password } });
  const link = await undoLink(shop, email);

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Undo the email change?');
  // Opening it changes nothing yet.
  await expect(api.call('me', { token })).resolves.toMatchObject({ user: { email: next } });
  await page.context().setOffline(true);
  await undo(page).click();
  await expect(main(page).getByRole('alert')).toContainText('nothing is undone yet');
  await page.context().setOffline(false);
  await undo(page).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await main(page).getByRole('button', { name: 'Send me a code' }).click();
  await expect(page).toHaveURL(paths.verifyOtp.path);
  await expect(api.call('me', { token })).rejects.toThrow('401');

  await page.goto(link);
  await undo(page).click();
  await expect(main(page).getByRole('alert')).toContainText('This link no longer works.');
});
