import { inviteByCommand } from '#tests/support/invite.ts';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { codesOf } from '#tests/support/studio-person.ts';

const password = 'needle and bobbin';

test.use({ expectedErrors: [/status of 4\d\d/] });

test('an invitation signs in, and its password and codes do from then on', async ({
  page,
  shop,
}) => {
  await page.goto(inviteByCommand(shop, 'ida@studio.example'));
  await expect(page.getByRole('heading', { name: 'Welcome to the studio' })).toBeVisible();
  const key = await page.locator('code').innerText();
  const code = codesOf(key.replaceAll(' ', ''), () => new Date());
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByLabel('Authenticator code').fill(code());
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set up your account' }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Open the studio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.getByRole('link', { name: 'Activity log' }).click();
  await expect(
    page.getByRole('row', { name: /ida@studio\.example accepted the invitation/ }),
  ).toBeVisible();
  expect(page.url()).not.toContain('token');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  // A link in a mail leads to its task after the sign-in too.
  await page.goto('/studio/buyers?status=pending');
  await page.getByLabel('E-mail').fill('ida@studio.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  // The current code has been used; the next one already works.
  await page.getByLabel('Authenticator code').fill(code(1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers' })).toBeVisible();
  await expect(page).toHaveURL(/\/studio\/buyers\?status=pending$/);
  await page.getByRole('link', { name: 'Activity log' }).click();
  await expect(
    page.getByRole('row', { name: /ida@studio\.example signed in/ }).first(),
  ).toBeVisible();
});
