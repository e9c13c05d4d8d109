import { paths, productPath } from '#contract/paths.ts';
import { expect, test, visit } from '../support/offline-test.ts';

test.describe('after one visit, with the server killed', () => {
  test('the shop, its listings and every design are there again', async ({
    page,
    ownShop,
    ownApi,
  }) => {
    await visit(page, ownShop.url);
    const products = await ownApi.products();
    await ownShop.kill();

    await page.goto(`${ownShop.url}${paths.shop.path}`);
    await expect(page.getByRole('article')).toHaveCount(28);
    await page.goto(`${ownShop.url}${paths.shop.path}?page=2`);
    await expect(page.getByRole('article').first()).toContainText(products[28]?.title ?? '');
    await page.goto(`${ownShop.url}${paths.shop.path}?sort=a-z`);
    const titles = products.map(({ title }) => title).sort();
    await expect(page.getByRole('article').first()).toContainText(titles[0] ?? '');
    await page.goto(`${ownShop.url}/search-product?query=fox`);
    await expect(page.getByRole('article').first()).toBeVisible();
    const last = products.at(-1);
    await page.goto(`${ownShop.url}${productPath(last?._id ?? '')}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(last?.title ?? '');
    await page.goto(ownShop.url);
    await expect(page.getByText('Offline').first()).toBeVisible();
  });
});
