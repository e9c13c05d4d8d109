import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const top = (page: Page) => page.evaluate(() => scrollY);
const down = (page: Page) => page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test.describe('where the browser does not tell that scrolling ended', () => {
  test('Back returns to the place all the same', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'onscrollend'));
    await page.addInitScript(() =>
      addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true),
    );
    await page.goto(paths.terms.path);
    await expect(heading(page)).toHaveText('Terms and conditions');
    await down(page);
    await expect.poll(() => top(page)).toBe(500);
    // Pressed where it stands: a click would scroll to it first.
    await page.getByRole('link', { name: 'SHOP', exact: true }).dispatchEvent('click');
    await expect(heading(page)).toHaveText('Shop all designs');
    await expect.poll(() => top(page)).toBe(0);
    await page.goBack();
    await expect(heading(page)).toHaveText('Terms and conditions');
    await expect.poll(() => top(page)).toBe(500);
  });
});

test('Back returns to the top where the reader was at the top', async ({ page }) => {
  await page.goto(paths.terms.path);
  await expect(heading(page)).toBeVisible();
  await page.getByRole('link', { name: 'SHOP', exact: true }).click();
  await expect(heading(page)).toHaveText('Shop all designs');
  await down(page);
  await expect.poll(() => top(page)).toBe(500);
  await page.goBack();
  await expect(heading(page)).toHaveText('Terms and conditions');
  await expect.poll(() => top(page)).toBe(0);
});
