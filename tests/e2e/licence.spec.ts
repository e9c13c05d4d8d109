import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { changeDocuments, holdCall } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

function cards(page: Page) {
  return page.getByRole('list', { name: 'Designs to license' }).getByRole('listitem');
}

function filters(page: Page) {
  return page.getByRole('complementary', { name: 'Filter the designs' });
}

test('keeps the chosen filters while saved designs are refreshed', async ({ page }) => {
  await changeDocuments(page, (html) =>
    html.replace(
      '"name":"productsFilter",',
      '"name":"productsFilter","savedAt":"2026-03-01T10:00:00.000Z",',
    ),
  );
  const release = await holdCall(page, 'productsFilter');
  const renewal = page.waitForResponse((response) => response.url().includes('/products/filter'));
  await page.goto(`${paths.licence.path}?maxPrice=6&sort=newest`);
  await expect(cards(page)).not.toHaveCount(0);
  const chosen = await cards(page).count();
  release();
  await renewal;
  await expect(filters(page)).toContainText(`Up to ${formatUsd(6)}`);
  await expect(cards(page)).toHaveCount(chosen);
});
