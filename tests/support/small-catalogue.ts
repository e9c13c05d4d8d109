import type { Product } from '#contract/shop/product.ts';
import { makeProduct } from './arbitrary-products.ts';

const things = ['Fox', 'Moon', 'Whale', 'Daisy', 'Robin'];
const looks = ['stripes', 'meadow', 'parade', 'dots', 'nap', 'garden', 'checks', 'seaside'];
const categories = ['Woodland', 'Sea', 'Sky'].map((name, place) => ({
  _id: String(place + 1).repeat(24),
  name,
}));

const idOf = (place: number) => (place + 1).toString(16).padStart(24, '0');

/**
 * Forty designs, newest first: two pages of the shop, half of them by each designer, with prices from $4.00 to $20.00,
 * most of them sold at least once, some favourites and some reduced.
 */
export const smallCatalogue: readonly Product[] = looks.flatMap((look, row) =>
  things.map((thing, column) => {
    const place = row * things.length + column;
    const price = 4 + ((place * 7) % 33) / 2;
    return makeProduct({
      _id: idOf(place),
      title: `${thing} ${look}`,
      price,
      discountedPrice: place % 9 === 4 ? price - 1 : null,
      categories: categories.filter((_, number) => place % (number + 2) === 0),
      designer: [place % 2 === 0 ? 'Clementine Fox' : 'Juniper Moon'],
      salesCount: (place * 3) % 11,
      isDesignerFavourite: place % 6 === 1,
      publishedAt: new Date(Date.UTC(2026, 5, 60 - place)).toISOString(),
    });
  }),
);
