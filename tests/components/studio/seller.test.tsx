import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openStudio } from '#tests/support/open-studio.tsx';

test('an owner enters who sells, as receipts say', async () => {
  const studio = openStudio({ path: '/settings' });

  await page.getByLabelText('Business').fill('Mia & Ada Ltd');
  await page.getByLabelText('Address').fill('12 Sew Lane\nBristol');
  await page.getByLabelText('Tax ID').fill('GB 123 456 789');
  await page.getByRole('button', { name: 'Update receipts' }).click();

  await expect.element(page.getByText('Updated. New receipts say so.')).toBeVisible();
  expect(studio.saved.seller).toEqual({
    name: 'Mia & Ada Ltd',
    address: '12 Sew Lane\nBristol',
    taxId: 'GB 123 456 789',
  });
});
