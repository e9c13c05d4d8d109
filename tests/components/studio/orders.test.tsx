import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { openStudio } from '#tests/support/open-studio.tsx';

test('a missing order is not requested again and again', async () => {
  const message = 'This order doesn’t exist.';
  const studio = openStudio({
    path: `/orders/${'0'.repeat(24)}`,
    prepare({ handlers }) {
      handlers.order = () => {
        throw new Refusal('NOT_FOUND', { message });
      };
      handlers.orders = () => ({ items: [], total: 0, totalPages: 1, isCounted: true });
    },
  });
  await expect.element(page.getByRole('heading', { name: message })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveLength(0);
  const asked = studio.sent.filter(({ name }) => name === 'order').length;
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  expect(location.pathname).toBe('/studio/orders');
  expect(studio.sent.filter(({ name }) => name === 'order')).toHaveLength(asked);
});
