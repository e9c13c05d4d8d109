import type { Page } from '@playwright/test';
import { holdCall, watchCalls } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const titles = (page: Page) => results(page).getByRole('heading', { level: 3 });

test('shows ten paper cards until the best sellers arrive', { tag: ['@H04', '@U01'] }, async ({
  page,
}) => {
  const asked = watchCalls(page, 'productsBestSelling');
  const release = await holdCall(page, 'productsBestSelling');
  await page.goto('/terms-conditions');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Best sellers' }).click();
  const paper = page.getByRole('img', { name: 'Loading designs' });
  await expect(paper.locator('[data-skeleton]')).toHaveCount(10);
  release();
  await expect(results(page).getByRole('article')).toHaveCount(10);
  expect(asked.map((query) => query.get('limit'))).toEqual(['10']);
});

test('requests nothing again when the window, the network or the reader comes back', {
  tag: ['@U11'],
}, async ({ page }) => {
  const asked = watchCalls(page, 'productsBestSelling');
  const open = () =>
    page.getByRole('contentinfo').getByRole('link', { name: 'Best sellers' }).click();
  await page.goto('/terms-conditions');
  await open();
  await expect(titles(page)).toHaveCount(10);
  await page.evaluate(() => {
    for (const name of ['blur', 'focus', 'offline', 'online']) dispatchEvent(new Event(name));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions');
  await open();
  await expect(titles(page)).toHaveCount(10);
  // Another request of the same call is the last that could have come.
  await page.getByLabel('Sort by').selectOption('a-z');
  await expect.poll(() => asked.map((query) => query.get('sort'))).toContain('a-z');
  expect(asked).toHaveLength(2);
});

test('lists what sold most, sorts and pages it', { tag: ['@H03'] }, async ({ page, api }) => {
  const ask = async (query: Record<string, string>) =>
    (await api.call('productsBestSelling', { query: { limit: '10', ...query } })).products.map(
      ({ title }) => title,
    );
  await page.goto('/best-sellers');
  await expect(titles(page)).toHaveText(await ask({}));

  await page.getByLabel('Sort by').selectOption('price-low-high');
  await expect(page).toHaveURL('/best-sellers?sort=price-low-high');
  await expect(titles(page)).toHaveText(await ask({ sort: 'price-low-high' }));
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/best-sellers?sort=price-low-high&page=2');
  await expect(titles(page)).toHaveText(await ask({ sort: 'price-low-high', page: '2' }));
});

test('searches among the best sellers after a pause, and says when none matches', {
  tag: ['@H01', '@H02', '@H05'],
}, async ({ page, api }) => {
  const asked = watchCalls(page, 'productsBestSelling');
  const [best] = (await api.call('productsBestSelling', { query: { limit: '10' } })).products;
  const word = best?.title.split(' ')[0] ?? '';
  await page.clock.install();
  await page.goto('/best-sellers');
  await expect(titles(page)).toHaveCount(10);
  await page.clock.pauseAt(Date.now() + 60_000);
  const box = page.getByRole('banner').getByRole('searchbox');

  await box.fill('   ');
  await page.clock.runFor(1000);
  await box.fill(word);
  await page.clock.runFor(299);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect(titles(page).first()).toHaveText(best?.title ?? '');
  expect(asked.map((query) => query.get('search'))).toEqual([word]);

  await box.fill('zeppelinquartz');
  await page.clock.runFor(300);
  await expect(results(page).getByRole('heading', { name: 'No products found.' })).toBeVisible();
  await expect(page.getByLabel('Sort by')).toHaveCount(0);
});
