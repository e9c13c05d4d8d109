import { plainPagePath } from '#contract/shop/paths.ts';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const link = { name: 'Look at the designs on a plain page' };

test.use({ viewport: { width: 360, height: 740 }, expectedErrors: [/net::ERR_FAILED/] });

test('a browser that is too old reads why, and sees the designs on a plain page', async ({
  page,
  api,
}) => {
  const [design] = await api.products();
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', link)).toHaveCount(0);

  // As a browser reads it that knows neither what the stylesheet asks for nor the scripts.
  await page.route('**/*.js', (route) => route.abort());
  await page.route('**/shop', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      // Without the policy, which allows the styles as they were.
      contentType: 'text/html',
      body: (await answer.text()).replaceAll('light-dark(', 'not-known('),
    });
  });
  await page.goto('/shop');
  await page.getByRole('link', link).click();
  await expect(page).toHaveURL(plainPagePath);
  await expect(page.getByRole('main')).toContainText('Your browser is too old for the shop');
  await expect(page.getByRole('listitem').filter({ hasText: design?.title ?? '?' })).toHaveCount(1);
  await expect(page.getByRole('listitem').first().locator('img')).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor finds the designs and the terms', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'look at the designs on a plain page' }).click();
    await expect(page.getByRole('listitem').first()).toContainText('$');
    await page.getByRole('link', { name: 'Terms and conditions' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions');
  });
});
