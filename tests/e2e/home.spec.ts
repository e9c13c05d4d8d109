import type { Page } from '@playwright/test';
import { watchCalls } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

test('counts at NEW ARRIVALS what was added since the last visit, the same in each tab', {
  tag: ['@D13'],
}, async ({ page, api, context }) => {
  const { products } = await api.call('productsNewArrivals');
  const asked = watchCalls(page, 'productsNewArrivals');
  const arrivals = (tab: Page) =>
    tab.getByRole('region', { name: 'Categories' }).getByRole('link').first();
  const kept = () => page.evaluate(() => localStorage.getItem('visits'));
  const favouritesLink = page.getByRole('link', { name: 'DESIGNER FAVS' });
  await page.goto('/');
  await expect.poll(kept).not.toBeNull();
  await expect(favouritesLink).toBeVisible();
  await expect(arrivals(page)).toHaveText('NEW ARRIVALS');
  // The row of new designs sends the request; a first visit has nothing to compare with.
  await expect(page.getByRole('region', { name: 'New designs' }).getByRole('article')).toHaveCount(
    4,
  );
  expect(asked).toHaveLength(1);
  const before = await arrivals(page).boundingBox();

  const leftAt = Date.parse(products[3]?.publishedAt ?? '');
  await page.evaluate((seenAt) => {
    localStorage.setItem('visits', JSON.stringify({ seenAt, lastAt: null }));
  }, leftAt);
  await page.reload();
  await expect(arrivals(page)).toHaveAccessibleName('NEW ARRIVALS 3 new since your last visit');
  expect(await arrivals(page).boundingBox()).toEqual(before);

  const other = await context.newPage();
  await other.goto('/');
  await expect(arrivals(other)).toHaveText(/3 new since your last visit$/);
  await page.reload();
  await expect(arrivals(page)).toHaveText(/3 new since your last visit$/);
});
