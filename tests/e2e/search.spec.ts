import type { Page } from '@playwright/test';
import { holdCall, watchCalls } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const box = (page: Page) => page.getByRole('banner').getByRole('searchbox');
const results = (page: Page) => page.getByRole('region', { name: 'Results' });

test('waits for a pause of 300 ms in typing', { tag: ['@H01', '@H02', '@U15'] }, async ({
  page,
  api,
}) => {
  const asked = watchCalls(page, 'productsSearch');
  const { products } = await api.call('productsSearch', {
    query: { query: 'moon', limit: '10' },
  });
  await page.clock.install();
  await page.goto('/search-product');
  await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible();
  await expect(page.getByLabel('Sort by')).toHaveCount(0);
  await page.clock.pauseAt(Date.now() + 60_000);

  await box(page).pressSequentially('  ');
  await page.clock.runFor(1000);
  await box(page).pressSequentially('mo');
  await page.clock.runFor(299);
  await box(page).pressSequentially('on');
  await page.clock.runFor(299);
  await expect(page).toHaveURL('/search-product');
  expect(asked).toEqual([]);

  await page.clock.runFor(1);
  await expect(page).toHaveURL('/search-product?query=moon');
  // From here on in real time: it renders what is out of view a frame later.
  await page.clock.resume();
  await expect(results(page).getByRole('heading', { level: 3 })).toHaveText(
    products.map(({ title }) => title),
  );
  expect(asked.map((query) => query.get('query'))).toEqual(['moon']);

  // Emptied, it requests nothing.
  await box(page).fill('');
  await expect(page).toHaveURL('/search-product');
  await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('opens with the text in its URL, decoded, and its designs', {
  tag: ['@B11', '@H06', '@U01'],
}, async ({ page, api }) => {
  const asked = watchCalls(page, 'productsSearch');
  await page.goto('/search-product?query=fox%20%26%20moon');
  await expect(box(page)).toHaveValue('fox & moon');
  const { products, total } = await api.call('productsSearch', {
    query: { query: 'fox & moon', limit: '10' },
  });
  await expect(results(page).getByRole('status')).toContainText(`${total} `);
  await expect(results(page).getByRole('article').getByRole('heading')).toHaveText(
    products.map(({ title }) => title),
  );
  expect(asked, 'the answer travels in the HTML').toEqual([]);

  await box(page).fill('x&y=ä%');
  await box(page).press('Enter');
  await expect(page).toHaveURL('/search-product?query=x%26y%3D%C3%A4%25');
  await expect(box(page)).toHaveValue('x&y=ä%');
  await expect.poll(() => asked.map((query) => query.get('query'))).toEqual(['x&y=ä%']);
  expect(asked[0]?.get('limit')).toBe('10');
});

test('shows ten paper cards until the designs arrive, then ten designs a page, in any order', {
  tag: ['@H03', '@H04', '@U01'],
}, async ({ page, api }) => {
  const release = await holdCall(page, 'productsSearch');
  await page.goto('/search-product');
  // Every design is by one of the two, so this finds more than a page.
  const [designer = ''] = (await api.call('filterOptions')).designers;
  await box(page).fill(designer);
  const paper = page.getByRole('img', { name: 'Loading designs' });
  await expect(paper.locator('[data-skeleton]')).toHaveCount(10);
  release();
  await expect(results(page).getByRole('article')).toHaveCount(10);
  await expect(paper).toHaveCount(0);

  // Best match is the search's own order; the six specified ones are the others.
  await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('Best match');
  await page.getByLabel('Sort by').selectOption('a-z');
  const sorted = await api.call('productsSearch', {
    query: { query: designer, sort: 'a-z', limit: '10' },
  });
  await expect(results(page).getByRole('heading', { level: 3 })).toHaveText(
    sorted.products.map(({ title }) => title),
  );
  await page.getByRole('link', { name: 'Page 2' }).click();
  const second = await api.call('productsSearch', {
    query: { query: designer, sort: 'a-z', page: '2', limit: '10' },
  });
  await expect(results(page).getByRole('heading', { level: 3 })).toHaveText(
    second.products.map(({ title }) => title),
  );
});

test('says so when nothing matches', { tag: ['@H05'] }, async ({ page }) => {
  await page.goto('/search-product?query=zeppelinquartz');
  await expect(results(page).getByRole('heading', { name: 'No products found.' })).toBeVisible();
  await expect(box(page)).toHaveValue('zeppelinquartz');
  await expect(page.getByLabel('Sort by')).toHaveCount(0);
  await results(page).getByRole('link', { name: 'See all designs' }).click();
  await expect(page).toHaveURL('/shop');
});
