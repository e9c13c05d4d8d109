import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

test('the health check calls practice what it is, and sends a test e-mail', async ({
  studioPage: page,
  shop,
}) => {
  await page.goto('/studio/health');
  const checks = page.getByRole('table', { name: 'Checks' });
  await expect(checks.getByRole('row', { name: /^Payments Practice/ })).toBeVisible();
  await expect(checks.getByRole('row', { name: /^Disk space/ })).toBeVisible();
  await expect(checks.getByText('Fault')).toHaveCount(0);
  await expectSoundScreen(page);

  await page.getByRole('button', { name: 'Send me a test e-mail' }).click();
  await expect(page.getByText('because no mail server is set')).toBeVisible();
  expect(shop.mails().some((mail) => mail.includes('Test e-mail from your shop'))).toBe(true);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
});
