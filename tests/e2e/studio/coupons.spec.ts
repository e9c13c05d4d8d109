import { randomUUID } from 'node:crypto';
import { addCoupon } from '#tests/support/add-coupon-row.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

test.use({ expectedErrors: [/status of 422/] });

test('a coupon is created, found, limited and disabled', async ({ studioPage: page }) => {
  const code = `Market-${randomUUID().slice(0, 8)}`;
  await page.goto('/studio/coupons');
  await page.getByRole('link', { name: 'New coupon' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'New coupon' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Create coupon' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByLabel('Discount').fill('150');
  await expect(page.getByText('Enter at most 100%.')).toBeVisible();
  await page.getByLabel('Discount').fill('15');
  await page.getByLabel('Designs, by SKU').fill('NOTHING-1');
  await expectSoundScreen(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Create coupon' }).click();
  await expect(page.getByText('No design has the SKU NOTHING-1.').first()).toBeVisible();
  await page.getByLabel('Designs, by SKU').fill('');
  await page.getByRole('button', { name: 'Create coupon' }).click();

  await page.getByLabel('Find a code').fill(code.toLowerCase());
  await expect(page).toHaveURL(new RegExp(`search=${code.toLowerCase()}`));
  const row = page.getByRole('row').filter({ hasText: code });
  await expect(row).toContainText('15% off');
  await expect(row).toContainText('On');
  await expectSoundScreen(page);

  await row.getByRole('link', { name: code }).click();
  await page.getByLabel('Total uses').fill('40');
  await page.getByLabel('Starts').fill('2031-05-02T10:30');
  await page.getByLabel('Ends').fill('2031-05-01T10:30');
  await expect(page.getByText('The end must be after the start.')).toBeVisible();
  await page.getByLabel('Ends').fill('2031-06-01T10:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheduled')).toBeVisible();
  await expect(page.getByText('used 0 of 40')).toBeVisible();
  await page.getByRole('switch', { name: 'Buyers can use it' }).press('Space');
  await expect(page.getByText('Switched off', { exact: true })).toBeVisible();
  await expect(page.getByText(`${code} is switched off.`)).toHaveCount(0);
  await expectSoundScreen(page);
  await page.reload();
  await expect(page.getByLabel('Starts')).toHaveValue('2031-05-02T10:30');
  await expect(page.getByRole('switch', { name: 'Buyers can use it' })).not.toBeChecked();

  await page.goto(`/studio/coupons?search=${code}`);
  await expect(row).toContainText('from 2 May 2031, 10:30 until 1 Jun 2031, 10:30');
  await expectSoundScreen(page);
});

test('a page past the end is replaced by the last one', async ({ studioPage: page, api }) => {
  const code = addCoupon(api);
  await page.goto(`/studio/coupons?search=${code}&page=99`);
  await expect(page.getByRole('link', { name: code })).toBeVisible();
  await expect(page).toHaveURL(`/studio/coupons?search=${code}&page=1`);

  await page.goto('/studio/customs?status=closed&page=99');
  await expect(page).toHaveURL('/studio/customs?status=closed&page=1');
});
