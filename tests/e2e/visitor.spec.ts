import { paths } from '#contract/shop/paths.ts';
import { amount, cartLines, cartLink, expect, test, toast } from '#tests/support/buying-test.ts';

test('browses, filters, sorts, searches, saves and fills a cart without an account', {
  tag: ['@core', '@A04'],
}, async ({ page, api }) => {
  const tokens: string[] = [];
  page.on('request', (request) => {
    const token = request.headers().authorization;
    if (token) tokens.push(token);
  });
  const { categories } = await api.call('filterOptions');
  const [category] = categories;
  if (!category) throw new Error('The studio has no categories');
  const listing = { category: category._id, limit: '28' };
  const sorted = await api.call('productsFilter', { query: { ...listing, sort: 'a-z' } });
  const design = sorted.products.find(({ isBuyable, price }) => isBuyable && price > 0);
  if (!design) throw new Error('The studio has no designs');
  const cards = page.getByRole('region', { name: 'Results' }).getByRole('article');

  await page.goto(paths.shop.path);
  await page.getByRole('checkbox', { name: category.name }).check();
  await page.getByLabel('Sort by').selectOption('a-z');
  await expect(cards.getByRole('heading')).toHaveText(sorted.products.map(({ title }) => title));
  await page.getByRole('button', { name: `Save ${design.title} to wishlist` }).click();
  await expect(toast(page, 'Item added to wishlist')).toBeVisible();

  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await header.getByRole('searchbox').fill(design.title);
  await header.getByRole('searchbox').press('Enter');
  // Until then the design's card is the listing's, which the search's page replaces.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search');
  await cards.getByRole('link', { name: design.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(design.title);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /wishlist/ })
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await cartLink(page, 1).click();
  await expect(cartLines(page)).toHaveText([new RegExp(design.title)]);
  await page.getByRole('link', { name: 'Proceed' }).click();
  await expect(page).toHaveURL(paths.checkout.path);
  await expect(amount(page, 'Total')).toHaveText(
    `$${(design.discountedPrice ?? design.price).toFixed(2)}`,
  );
  await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(tokens).toEqual([]);
});
