import { pathDescriptions } from '#contract/shop/path-descriptions.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { priceToPay } from '#contract/wire/money.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { expect, test } from '#tests/support/shop-test.ts';

test.use({ javaScriptEnabled: false });

test('names every public screen without JavaScript', async ({ page, shop }) => {
  const { title: homeTitle, ...described } = firstContent.searchEngines;
  const descriptions = { ...pathDescriptions, ...described };
  for (const name of ['home', 'shop', 'bestSellers', 'terms', 'licence', 'signUp'] as const) {
    const { path } = paths[name];
    const title = (name === 'home' ? homeTitle : paths[name].title).replace(
      /\{(?:name|shop)\}/,
      'Pinwheel',
    );
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute(
      'content',
      descriptions[name],
    );
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', shop.url + path);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title);
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  }
});

test('describes a design in the head of its document', async ({ page, shop, api }) => {
  const [product] = await api.products();
  if (!product) throw new Error('The studio has no designs');
  await page.goto(productPath(product._id));
  await expect(page).toHaveTitle(`${product.title} · Pinwheel`);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    new RegExp(`^${product.title} by ${product.designer.join(' and ')}, \\$\\d+\\.\\d\\d\\. `),
  );
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    shop.url + productPath(product._id),
  );
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`^${shop.url}/images/\\w+/1200\\.webp$`),
  );
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  );
  expect(data).toMatchObject({
    '@type': 'Product',
    name: product.title,
    sku: product.sku,
    offers: {
      priceCurrency: 'USD',
      price: priceToPay(product.price, product.discountedPrice).toFixed(2),
    },
  });
  await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(1);
});

test('keeps private screens out of search engines', async ({ page }) => {
  for (const name of [
    'search',
    'cart',
    'checkout',
    'orderSuccess',
    'dashboard',
    'myOrders',
    'myWishlist',
    'myAccount',
  ] as const) {
    await page.goto(paths[name].path);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  }
});

test('asks for JavaScript if there is none', async ({ page }) => {
  await page.goto(paths.shop.path);
  await expect(page.getByText(/^This shop is put together in your browser\./)).toBeVisible();
});
