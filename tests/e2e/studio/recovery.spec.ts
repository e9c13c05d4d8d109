import { randomBytes } from 'node:crypto';
import { studioCallPath } from '#contract/studio/calls.ts';
import { inviteByCommand } from '#tests/support/invite.ts';
import type { RunningShop } from '#tests/support/run-shop.ts';
import { addSession, expect, signInToStudio, test } from '#tests/support/studio-page.ts';
import { codesOf } from '#tests/support/studio-person.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

const now = () => new Date();

/** The path of the newest link for a new password in a mail to this address. */
async function mailedLink(shop: RunningShop, email: string): Promise<string> {
  const read = () =>
    shop
      .mails()
      .filter((mail) => mail.includes(`To: ${email}`))
      // Mail folds long lines and encodes = as =3D.
      .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      .map((mail) => /\/studio\/reset#token=[\w-]+/.exec(mail)?.[0])
      .findLast(Boolean) ?? '';
  await expect.poll(read).not.toBe('');
  return read();
}

test.use({ expectedErrors: [/status of 401/] });

test('who forgot the password and lost the phone is back with an owner’s help and a recovery code', async ({
  page,
  browser,
  api,
  shop,
}) => {
  const owner = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await signInToStudio(owner, api, shop.url);
  const email = `ida-${randomBytes(4).toString('hex')}@studio.example`;
  await page.goto(inviteByCommand(shop, email));
  const key = page.locator('code');
  const code = codesOf((await key.innerText()).replaceAll(' ', ''), now);
  await page.getByRole('textbox', { name: 'Password' }).fill('needle and bobbin');
  await page.getByLabel('Authenticator code').fill(code());
  await page.getByRole('button', { name: 'Set up your account' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const recoveryCode = await codes.first().innerText();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Open the studio' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'E-mail me a link' }).click();
  await expect(page.getByText('we’ve sent a link to it')).toBeVisible();
  const link = await mailedLink(shop, email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Ask an owner' }).click();
  await expect(page.getByText('We’ve asked an owner to confirm this.')).toBeVisible();
  await expectSoundScreen(page);

  await owner.goto('/studio/team');
  const request = owner.getByRole('region', { name: `${email} requested a new password` });
  await request.getByRole('button', { name: 'Confirm…' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(owner.getByText(`${email} can now set a new password.`)).toBeVisible();
  await expect(request).toHaveCount(0);
  await owner.context().close();

  // The link can be opened again, as the mail says.
  await page.goto('/studio/');
  await page.goto(link);
  await expect(page.getByText('An owner confirmed that it’s you')).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill('another long one');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Lost your phone?' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('another long one');
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('That recovery code is now used up.')).toBeVisible();
  const next = codesOf((await key.innerText()).replaceAll(' ', ''), now);
  await page.getByLabel('Authenticator code').fill(next());
  await page.getByRole('button', { name: 'Open the studio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

  const [person] = api.sql('SELECT id FROM studioAccounts WHERE email = ?', email);
  const lost = addSession(api, String(person?.id));
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByText('9 codes are left.')).toBeVisible();
  const devices = page.getByRole('table', { name: 'Devices' }).getByRole('row');
  await expect(devices).toHaveCount(3);
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
  await devices.getByRole('button', { name: /^Sign out/ }).click();
  await expect(devices).toHaveCount(2);
  const me = shop.url + studioCallPath('me');
  const answer = await fetch(me, { headers: { Cookie: `pinwheel-studio=${lost}` } });
  expect(answer.status).toBe(401);
});
