import type { Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { holdCall } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const spoken = (page: Page) =>
  page.getByRole('paragraph').and(page.locator('[aria-live="polite"]'));

/** Goes from the terms to a design whose data is still loading. */
async function openFromTerms(page: Page, productId: string): Promise<void> {
  await page.goto(paths.terms.path);
  await expect(heading(page)).toBeVisible();
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, productPath(productId));
}

test('announces a design opened without its data once it has loaded', async ({ page, api }) => {
  const [product] = await api.products();
  if (!product) throw new Error('The studio has no designs');
  const answer = await holdCall(page, 'product', { id: product._id });
  await openFromTerms(page, product._id);
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('img', { name: 'Loading the design' })).toBeVisible();
  await expect(spoken(page)).toBeEmpty();

  answer();
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText(product.title);
  await expect(page).toHaveTitle(`${product.title} · Pinwheel`);
  await expect(spoken(page)).toHaveText(`${product.title} · Pinwheel`);
});

test.describe('a missing design', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('has its own title', async ({ page }) => {
    await openFromTerms(page, 'e'.repeat(24));
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle('This design is no longer available · Pinwheel');
    await expect(spoken(page)).toHaveText('This design is no longer available · Pinwheel');
  });
});

test('Back to a page where the header was skipped arrives at the heading like any other navigation', async ({
  page,
}) => {
  await page.goto(paths.terms.path);
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await page.getByRole('link', { name: 'SHOP', exact: true }).click();
  await expect(heading(page)).toBeFocused();
  await page.goBack();
  await expect(heading(page)).toHaveText('Terms and conditions');
  await expect(heading(page)).toBeFocused();
});
