import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const top = (page: Page) => page.evaluate(() => scrollY);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Scrolls as soon as the page is tall enough. */
async function down(page: Page): Promise<void> {
  const scroll = () => {
    scrollTo({ top: 500, behavior: 'instant' });
    return scrollY;
  };
  await expect.poll(() => page.evaluate(scroll)).toBe(500);
}

test('Back restores the scroll position, even before the browser has reported any scrolling', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const kind of ['scroll', 'scrollend']) {
      addEventListener(kind, (event) => event.stopImmediatePropagation(), true);
    }
  });
  await page.goto(paths.terms.path);
  await expect(heading(page)).toHaveText('Terms and conditions');
  await down(page);
  // Dispatched without scrolling: a click would scroll to the link first.
  await page.getByRole('link', { name: 'SHOP', exact: true }).dispatchEvent('click');
  await expect(heading(page)).toHaveText('Shop all designs');
  await expect.poll(() => top(page)).toBe(0);
  await page.goBack();
  await expect(heading(page)).toHaveText('Terms and conditions');
  await expect.poll(() => top(page)).toBe(500);
});

test('Back returns to the top if the reader was at the top', async ({ page }) => {
  await page.goto(paths.terms.path);
  await expect(heading(page)).toBeVisible();
  await page.getByRole('link', { name: 'SHOP', exact: true }).click();
  await expect(heading(page)).toHaveText('Shop all designs');
  await down(page);
  await page.goBack();
  await expect(heading(page)).toHaveText('Terms and conditions');
  await expect.poll(() => top(page)).toBe(0);
});
