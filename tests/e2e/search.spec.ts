import type { Page } from '@playwright/test';
import { watchCalls } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const box = (page: Page) => page.getByRole('banner').getByRole('searchbox');
const results = (page: Page) => page.getByRole('region', { name: 'Results' });

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
