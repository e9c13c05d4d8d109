import { describe, expect, it } from 'vitest';
import type { LicenseType } from '#contract/shop/account.ts';
import type { Collection } from '#contract/shop/collection.ts';
import { collectionRest } from '#features/cart/collection-rest.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';

const designs = [
  makeProduct({ _id: 'fox', price: 10 }),
  makeProduct({ _id: 'moon', price: 25, discountedPrice: 20 }),
  makeProduct({ _id: 'oak', price: 30 }),
];

/** Three designs for 60 dollars, 65 without the discount, that cost 39 together. */
const woods: Collection = {
  _id: 'woods',
  slug: 'woods',
  formerSlugs: [],
  name: 'Woods',
  description: '',
  image: { url: '/images/woods.webp', width: 640, height: 640, color: '#ffffff' },
  productIds: ['fox', 'moon', 'oak'],
  singlesPrice: 60,
  price: 39,
  whole: { singlesPrice: 65, price: 39 },
};

const restFor = (
  part: { bought?: string[]; licenseType?: LicenseType; known?: typeof designs },
  collection = woods,
) => {
  const { bought = [], licenseType = 'SMALL_BUSINESS', known = designs } = part;
  const rest = collectionRest(collection, known, { licenseType, bought: new Set(bought) });
  return { ...rest, products: rest.products.map(({ _id }) => _id) };
};

describe('the rest of a collection', () => {
  it('is all of it for a new buyer', () => {
    expect(restFor({})).toEqual({
      products: ['fox', 'moon', 'oak'],
      singlesPrice: 60,
      price: 39,
    });
  });

  it('costs less in proportion without designs the buyer has', () => {
    expect(restFor({ bought: ['oak'] })).toEqual({
      products: ['fox', 'moon'],
      singlesPrice: 30,
      price: 21,
    });
  });

  it('counts retired designs in the price for all', () => {
    const smaller = { ...woods, productIds: ['fox', 'moon'], singlesPrice: 30, price: 21 };
    expect(restFor({ known: designs.slice(0, 2) }, smaller)).toMatchObject({ price: 21 });
  });

  it('leaves out what is being drawn, and what isn’t sold to fabric shops', () => {
    const [fox = makeProduct({ _id: 'fox' }), moon = fox, oak = fox] = designs;
    const known = [{ ...fox, isBuyable: false }, moon, { ...oak, isForFabricShops: false }];
    expect(restFor({ known }).products).toEqual(['moon', 'oak']);
    expect(restFor({ known, licenseType: 'FABRIC_SHOP' })).toMatchObject({
      products: ['moon'],
      price: 15,
    });
  });

  it('costs what its designs cost while this device lacks some of them', () => {
    const known = designs.slice(0, 2);
    expect(restFor({ known })).toMatchObject({ singlesPrice: 30, price: null });
    expect(restFor({ known, bought: ['oak'] })).toMatchObject({ singlesPrice: 30, price: 21 });
  });

  it('has no lower price in a collection without one', () => {
    expect(restFor({}, { ...woods, price: null, whole: null })).toMatchObject({
      singlesPrice: 60,
      price: null,
    });
  });
});
