import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '#contract/shop/paths.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { newUser, openShop, resize } from '#tests/support/open-shop.tsx';

const widths = [320, 360, 390, 412, 430, 768, 1440] as const;

const stripes = makeProduct({ _id: '1'.repeat(24), title: 'Stripes', price: 8 });
const foxes = makeProduct({
  _id: '2'.repeat(24),
  title: 'Foxes asleep in a moonlit mushroom meadow with daisies',
  price: 118,
  discountedPrice: 88.5,
});
const products = [stripes, foxes];

const boxOf = (element: Element) => element.getBoundingClientRect();
/** How many lines of text an element shows. */
const rows = (element: Element) =>
  Math.round(boxOf(element).height / Number.parseFloat(getComputedStyle(element).lineHeight));

test('keeps a line of the cart at 96 px and its amounts at one edge (I01, I03)', async () => {
  await openShop({
    path: paths.cart.path,
    user: newUser(),
    prepare({ handlers }) {
      handlers.cart = () => ({
        _id: 'c'.repeat(24),
        items: products.map(({ _id: productId, title, price, discountedPrice }, at) => ({
          productId,
          title,
          price,
          discountedPrice,
          image: '',
          available: true,
          addedAt: '2026-01-01T00:00:00.000Z',
          addedOn: { name: 'Firefox on another device', isThis: at === 0 },
        })),
        totalPrice: 96.5,
        totalDiscount: 29.5,
        appliedCoupon: null,
        version: 1,
      });
    },
  });
  const lines = page.getByRole('list', { name: 'Designs in your cart' }).getByRole('listitem');
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect.element(lines).toHaveLength(2);
  await expect.element(lines.nth(0)).not.toMatchTextContent('Added on');
  await expect.element(lines.nth(1)).toMatchTextContent('Added on Firefox on another device');
  for (const width of widths) {
    await resize(width, 844);
    for (const line of lines.elements()) {
      expect(boxOf(line).height, `a line at ${width} px`).toBeLessThanOrEqual(96);
    }
    expect(document.documentElement.scrollWidth).toBe(width);
    const amounts = [...summary.element().querySelectorAll('dd')];
    expect(new Set(amounts.map((amount) => Math.round(boxOf(amount).right))).size).toBe(1);
    expect(amounts.map(rows), `amounts at ${width} px`).toEqual(amounts.map(() => 1));
    for (const amount of amounts) {
      expect(getComputedStyle(amount).fontVariantNumeric).toBe('tabular-nums');
    }
  }
});
