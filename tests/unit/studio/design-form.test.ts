import { describe, expect, it } from 'vitest';
import { type Design, designMessages } from '#contract/studio/designs.ts';
import { keywordMessages } from '#contract/studio/keywords.ts';
import { bodyFrom, errorsOf, typedFrom } from '#studio/features/designs/design-form.ts';

const design: Design = {
  id: 'a'.repeat(24),
  version: 3,
  title: 'Moth',
  sku: 'MOTH',
  status: 'draft',
  price: 12.5,
  discountedPrice: null,
  isDesignerFavourite: true,
  salesCount: 0,
  image: null,
  updatedAt: '2026-03-01T09:00:00.000Z',
  description: '<p>Soft.</p>',
  sale: { price: 8, startsAt: '2026-03-02T09:00:00.000Z', endsAt: null },
  categoryIds: ['b'.repeat(24)],
  designers: ['Juniper Moon'],
  isForFabricShops: false,
  tile: { width: 12, height: 8.5 },
  keywords: { motif: ['moth'], occasion: [], style: [], color: ['sage'] },
  publishedAt: null,
  missing: {},
};

describe('the editor’s fields', () => {
  it('send back what was read if nothing was typed', () => {
    const { version, title, description, sku, price, sale, categoryIds, designers } = design;
    const { isDesignerFavourite, isForFabricShops, tile, keywords } = design;
    expect(bodyFrom(typedFrom(design), version)).toEqual({
      ...{ version, title, description, sku, price, sale, categoryIds, designers },
      ...{ isDesignerFavourite, isForFabricShops, tile, keywords },
    });
    expect(errorsOf(typedFrom(design))).toEqual({});
  });

  it('leave a draft without a price, a discount or a tile', () => {
    const typed = { ...typedFrom({ ...design, price: 0, sale: null, tile: null }) };
    expect(typed.price).toBe('');
    expect(bodyFrom(typed, 1)).toMatchObject({ price: 0, sale: null, tile: null });
  });

  it('report errors by field', () => {
    const typed = typedFrom(design);
    expect(errorsOf({ ...typed, price: 'dear' })).toEqual({ price: designMessages.price });
    expect(errorsOf({ ...typed, salePrice: '12.50' })).toEqual({
      'sale.price': designMessages.saleNotLower,
    });
    expect(errorsOf({ ...typed, saleEndsAt: typed.saleStartsAt })).toEqual({
      'sale.endsAt': designMessages.saleEnds,
    });
    expect(errorsOf({ ...typed, tileHeight: '' })).toEqual({ 'tile.height': designMessages.tile });
    const long = { words: [], text: `moth, ${'x'.repeat(41)}` };
    expect(errorsOf({ ...typed, keywords: { ...typed.keywords, motif: long } })).toEqual({
      'keywords.motif': keywordMessages.tooLong('x'.repeat(41)),
    });
    expect(errorsOf({ ...typed, price: '1.250' })).toEqual({ price: designMessages.price });
    expect(errorsOf({ ...typed, title: '  ' })).toEqual({ title: designMessages.title });
  });
});
