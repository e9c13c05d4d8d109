import type { Page } from '@playwright/test';
import { productPath } from '#contract/paths.ts';
import { changeDocuments, cutCall, failCall } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

test.use({
  expectedErrors: [/Failed to load resource|designers\.map is not a function|TypeError/],
});

const cards = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('article');

/** The shell without the answers that travel in it. */
const bare = (html: string) =>
  html.replace(/<script type="application\/json" id="page-data">.*?<\/script>/s, '');

test('ends no error on a blank page', { tag: ['@T15'] }, async ({ page }) => {
  await changeDocuments(page, (html) => html.replace('"designers":[', '"designers":5,"":['));
  await page.goto('/licence');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Licences');
});

test('lets a listing that did not arrive be asked for again', async ({ page }) => {
  for (const [name, open] of [
    ['products', () => page.getByRole('link', { name: 'SHOP', exact: true }).click()],
    ['productsBestSelling', () => page.getByRole('link', { name: 'Best sellers' }).click()],
    [
      'productsSearch',
      async () => {
        await page.getByRole('banner').getByRole('searchbox').fill('fox');
        await page.keyboard.press('Enter');
      },
    ],
  ] as const) {
    await test.step(name, async () => {
      const mend = await cutCall(page, name);
      await page.goto('/terms-conditions');
      await open();
      await expect(page.getByRole('heading', { name: 'The designs did not arrive' })).toBeVisible();
      await mend();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(cards(page).first()).toBeVisible();
      await expect(page.getByRole('heading', { name: 'The designs did not arrive' })).toBeHidden();
    });
  }
});

test('takes a page of somebody else’s for no answer', async ({ page }) => {
  // As a hotel's network answers before its guest has paid.
  await page.route('**/api/products', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }),
  );
  await page.goto('/terms-conditions');
  await page.getByRole('link', { name: 'SHOP', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The designs did not arrive' })).toBeVisible();
});

test('lets a design that did not arrive be asked for again', async ({ page, api }) => {
  const [product] = await api.products();
  const id = product?._id ?? '';
  await changeDocuments(page, bare);
  const mend = await cutCall(page, 'product', { id });
  await page.goto(productPath(id));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The design did not arrive');
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product?.title ?? '');
});

test('keeps what was chosen when its designs do not arrive', async ({ page }) => {
  await page.goto('/shop?sort=a-z');
  await expect(cards(page)).toHaveCount(28);
  await failCall(page, 'productsFilter');
  await page.getByLabel('Sort by').selectOption('z-a');
  await expect(page.getByRole('heading', { name: 'The designs did not arrive' })).toBeVisible();
  await expect(page.getByLabel('Sort by')).toHaveValue('z-a');
  await page.goBack();
  await expect(cards(page)).toHaveCount(28);
});

test('stands even when no call is answered', async ({ page }) => {
  await changeDocuments(page, bare);
  await page.route('**/api/**', (route) => route.abort());
  for (const [path, heading] of [
    ['/', 'Patterns fresh off the line'],
    ['/shop', 'Shop all designs'],
    ['/sign-in', 'Sign in'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
});
