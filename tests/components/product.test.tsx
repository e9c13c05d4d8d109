import { expect, onTestFinished, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import type { DesignField, FieldWith } from '#contract/studio/design-record.ts';
import { openShop, shownUrl, textsOf } from '#tests/support/open-shop.tsx';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';

const images = [1, 2, 3].map((place) => ({
  _id: String(place).repeat(24),
  url: `data:,${place}.avif`,
  width: 640,
  height: 640,
  color: '#fff8ee',
}));
const products = smallCatalogue.map((product) => ({
  ...product,
  images,
  tile: { width: 8, height: 8 },
}));
const [product] = products;
if (!product) throw new Error('The catalogue is empty');
const { title } = product;
const path = productPath(product._id);

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1 });
const opacityOf = (place: Locator) => getComputedStyle(place.element()).opacity;

test('steps through its pictures, wrapping around at both ends (G01, G02)', async () => {
  await openShop({ path, products });
  const gallery = page.getByRole('region', { name: `Pictures of ${title}` });
  const picture = (number: number) =>
    gallery.getByRole('img', { name: `${title}, picture ${number} of 3` });
  const previous = gallery.getByRole('button', { name: 'Previous picture' });
  const next = gallery.getByRole('button', { name: 'Next picture' });
  const arrows = () => [opacityOf(previous), opacityOf(next)];

  await page.getByRole('banner').hover();
  await expect.poll(arrows).toEqual(['0', '0']);
  await picture(1).hover();
  await expect.poll(arrows).toEqual(['1', '1']);

  await previous.click();
  await expect.element(picture(3)).toBeVisible();
  await next.click();
  await expect.element(picture(1)).toBeVisible();

  const thumbnails = gallery.getByRole('button', { name: /^Picture \d+$/ });
  await expect.element(thumbnails).toHaveLength(3);
  for (const number of [3, 2, 1]) {
    const thumbnail = thumbnails.nth(number - 1);
    await thumbnail.click();
    await expect.element(picture(number)).toBeVisible();
    await expect.element(thumbnail).toHaveAttribute('aria-current', 'true');
  }
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(picture(3)).toBeVisible();

  // Keyboard users see the arrows without a pointer.
  await page.getByRole('banner').hover();
  await expect.poll(() => opacityOf(previous)).toBe('1');
  await userEvent.tab({ shift: true });
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(picture(1)).toBeVisible();
});

test('shows what a buyer wants to know about a design (B12, G03, U08)', async () => {
  await openShop({ path, products });
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, get: () => clipboard });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
  });
  await expect.element(heading).toHaveTextContent(title);
  await expect.element(main).toMatchTextContent('$4.00');
  const categories = main.getByRole('list', { name: 'Categories' }).getByRole('listitem');
  expect(textsOf(categories)).toEqual(['Woodland', 'Sea', 'Sky']);
  expect(textsOf(main.getByRole('term'))).toEqual(['Designed by', 'Sold', 'SKU', 'One repeat']);
  expect(textsOf(main.getByRole('definition'))).toEqual([
    'Clementine Fox',
    '0 times',
    product.sku,
    '8 × 8 in',
  ]);
  await expect.poll(() => document.title).toBe(`${title} · Pinwheel`);

  await main.getByRole('button', { name: 'Share' }).click();
  await expect.element(page.getByText('Link copied')).toBeVisible();
  expect(copied).toEqual([location.href]);

  await main.getByRole('link', { name: 'Sea' }).first().click();
  await expect.poll(shownUrl).toBe(`/shop?category=${'2'.repeat(24)}`);
  await expect.element(heading).toHaveTextContent('Shop all designs');
});

test('links to other designs by the designer and in the category', async () => {
  await openShop({ path, products });
  const byDesigner = page.getByRole('region', { name: 'More from Clementine Fox' });
  const inCategory = page.getByRole('region', { name: 'More in Woodland' });
  const titles = (row: Locator) =>
    [...row.element().querySelectorAll('h3')].map(({ textContent }) => textContent);
  await expect.poll(() => titles(byDesigner)).not.toHaveLength(0);
  await expect.poll(() => titles(inCategory)).not.toHaveLength(0);
  const shown = [...titles(byDesigner), ...titles(inCategory)];
  expect(shown).not.toContain(title);
  expect(new Set(shown).size).toBe(shown.length);
  for (const each of titles(byDesigner)) {
    expect(products.find((other) => other.title === each)?.designer).toContain('Clementine Fox');
  }

  const [next = ''] = titles(inCategory);
  await byDesigner.getByRole('link', { name: 'See all designs by Clementine Fox' }).click();
  await expect.poll(shownUrl).toMatch(/^\/shop\?designer=/);
  history.back();
  await inCategory.getByRole('link', { name: next }).click();
  await expect.element(heading).toHaveTextContent(next);
  await expect.element(page.getByRole('heading', { level: 2, name: /^More from/ })).toBeVisible();
});

test('links to the cart once the design is in it (G04)', async () => {
  await openShop({ path, products });
  const article = main.getByRole('article').first();
  await article.getByRole('button', { name: 'Add to Cart' }).click();
  const toCart = article.getByRole('link', { name: 'View cart' });
  await expect.element(toCart).toHaveFocus();
  await expect.element(article).toMatchTextContent('In your cart');
  await toCart.click();
  await expect.poll(shownUrl).toBe(paths.cart.path);
});

test('renders a description as HTML that runs nothing (G05)', async () => {
  const description = [
    '<p>Drawn in <strong>March</strong>.</p>',
    '<ul><li>Foxes</li><li>Ferns</li></ul>',
    '<script>document.title = "hacked"</script>',
    '<img src="/favicon.svg" onerror="document.title = \'hacked\'" onload="document.title = \'hacked\'">',
    '<p onclick="document.title = \'hacked\'">Click me</p>',
    '<a href="javascript:document.title = \'hacked\'">Follow me</a>',
    '<a href="https://fabric.example/">A shop</a>',
  ].join('');
  await openShop({ path, products: [{ ...product, description }] });
  const shown = page.getByRole('region', { name: 'Description' });
  await expect.element(shown.getByRole('strong')).toHaveTextContent('March');
  expect(textsOf(shown.getByRole('listitem'))).toEqual(['Foxes', 'Ferns']);
  await expect
    .element(shown.getByRole('link', { name: 'A shop' }))
    .toHaveAttribute('href', 'https://fabric.example/');
  const dangers = 'script, img, [onclick], [href^="javascript"]';
  expect(shown.element().querySelectorAll(dangers)).toHaveLength(0);
  await shown.getByText('Click me').click();
  expect(document.title).toBe(`${title} · Pinwheel`);
});

const shown: {
  readonly [F in Exclude<DesignField, FieldWith<{ shop: 'search' | 'other' }>>]: readonly [
    Product[F],
    string,
  ];
} = {
  title: ['Moth', 'Moth'],
  description: ['<p>Soft wings.</p>', 'Soft wings.'],
  sku: ['MOTH-7', 'MOTH-7'],
  price: [17.25, '$17.25'],
  isForFabricShops: [false, messages.cart.notForFabricShops],
  tile: [{ width: 7, height: 9 }, '7 × 9'],
};

test.each(Object.entries(shown))('shows a design’s %s', async (field, [value, text]) => {
  await openShop({ path, products: [{ ...product, discountedPrice: null, [field]: value }] });
  await expect.element(main).toMatchTextContent(text);
});

test('says that a missing design is no longer available, and offers a link', async () => {
  await openShop({ path: productPath('0'.repeat(24)), products });
  await expect.element(heading).toHaveTextContent('This design is no longer available');
  await page.getByRole('link', { name: 'See all designs' }).click();
  await expect.poll(shownUrl).toBe(paths.shop.path);
});
