import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/shop/product.ts';
import { againNote, againProblem, type BoughtBefore } from '#features/cart/again-words.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';

const item: BoughtBefore = {
  productId: 'a'.repeat(24),
  productName: 'Fox',
  licenseType: 'SMALL_BUSINESS',
  price: 12,
  discountedPrice: 9,
};

const design = (part: Partial<Product>) => makeProduct({ _id: item.productId, ...part });

describe('buying a design again', () => {
  it('has nothing to say at the same price and licence', () => {
    const product = design({ price: 9, discountedPrice: null });
    expect(againNote(item, product, 'SMALL_BUSINESS')).toBeNull();
  });

  it('says what it costs now, and that the licence will be the account’s', () => {
    const product = design({ price: 12, discountedPrice: null });
    expect(againNote(item, product, 'SMALL_BUSINESS')).toBe('It costs $12.00 now. You paid $9.00.');
    expect(againNote(item, product, 'FABRIC_SHOP')).toBe(
      'Your account now has the licence “Fabric shop”, and this one will too. It was “Small business”. It costs $12.00 now. You paid $9.00.',
    );
  });

  it('refuses what can’t be bought now, or not by fabric shops', () => {
    const problem = (part: Partial<Product>, type = item.licenseType) =>
      againProblem(design(part), type);
    expect(problem({})).toBeNull();
    expect(problem({ title: 'Fox', isBuyable: false })).toBe(
      '“Fox” is being drawn again. You can buy it very soon.',
    );
    expect(problem({ isForFabricShops: false })).toBeNull();
    expect(problem({ isForFabricShops: false }, 'FABRIC_SHOP')).toBe(
      'This design isn’t sold to fabric shops.',
    );
  });
});
