import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carriedIn, carryPath } from '#contract/shop/carried-lists.ts';
import { paths } from '#contract/shop/paths.ts';

const fox = 'a1'.repeat(12);
const owl = '0f'.repeat(12);
const id = fc
  .uint8Array({ minLength: 12, maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const list = fc.array(id, { maxLength: 100 });

test('cart and wishlist arrive as they were, in an address whose fragment no server sees', () => {
  fc.assert(
    fc.property(list, list, (cart, wishlist) => {
      const path = carryPath({ cart, wishlist });
      expect(path).toMatch(new RegExp(`^${paths.cart.path}#carry=[\\w-]+$`));
      expect(carriedIn(`https://shop.example${path} `)).toEqual({ cart, wishlist });
    }),
  );
});

test('of more than a hundred designs the newest are carried', () => {
  const many = Array.from({ length: 130 }, (_, place) => place.toString(16).padStart(24, '0'));
  expect(carriedIn(carryPath({ cart: many, wishlist: [] }))?.cart).toEqual(many.slice(30));
});

test.each([
  '',
  'a1',
  'https://shop.example/add-to-cart',
  '#carry=',
  '#carry=%%%',
  '#carry=AA',
  `#carry=${'A'.repeat(10_000)}`,
  carryPath({ cart: [fox], wishlist: [owl] }).slice(0, -2),
  `${carryPath({ cart: [fox], wishlist: [owl] })}AAAA`,
])('%s carries nothing', (text) => {
  expect(carriedIn(text)).toBeNull();
});
