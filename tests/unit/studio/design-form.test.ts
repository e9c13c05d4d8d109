import { describe, expect, it } from 'vitest';
import type { Design } from '#contract/studio/design-record.ts';
import { designMessages } from '#contract/studio/designs.ts';
import { keywordMessages } from '#contract/studio/keywords.ts';
import { periodMessages } from '#contract/studio/period.ts';
import {
  designShape,
  editedFrom,
  errorsOf,
  fieldsOf,
  savedBody,
} from '#studio/features/designs/design-form.ts';
import { changedFields, mergedDraft, savedDraft, settledDraft } from '#studio/ui/shared-draft.ts';

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
  publication: null,
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

const base = fieldsOf(design);
const typedFrom = (read: Design) => designShape.typedFrom(fieldsOf(read));

describe('the editor’s fields', () => {
  it('send back what was read if nothing was typed', () => {
    const { title, description, sku, price, sale, categoryIds, designers } = design;
    const { isDesignerFavourite, isForFabricShops, tile, keywords } = design;
    expect(editedFrom(typedFrom(design))).toEqual({
      title,
      description,
      sku,
      price,
      sale,
      categoryIds,
      designers,
      isDesignerFavourite,
      isForFabricShops,
      tile,
      keywords,
    });
    expect(errorsOf(typedFrom(design))).toEqual({});
  });

  it('leave a draft without a price, a discount or a tile', () => {
    const typed = { ...typedFrom({ ...design, price: 0, sale: null, tile: null }) };
    expect(typed.price).toBe('');
    expect(editedFrom(typed)).toMatchObject({ price: 0, sale: null, tile: null });
  });

  it('report errors by field', () => {
    const typed = typedFrom(design);
    expect(errorsOf({ ...typed, price: 'dear' })).toEqual({ price: designMessages.price });
    expect(errorsOf({ ...typed, salePrice: '12.50' })).toEqual({
      'sale.price': designMessages.saleNotLower,
    });
    expect(errorsOf({ ...typed, saleEndsAt: '20261-05-01T10:00' })).toEqual({
      'sale.endsAt': 'Enter a date and time up to the year 9999.',
    });
    expect(errorsOf({ ...typed, saleEndsAt: typed.saleStartsAt })).toEqual({
      'sale.endsAt': periodMessages.order,
    });
    expect(errorsOf({ ...typed, tileHeight: '' })).toEqual({ 'tile.height': designMessages.tile });
    const long = { words: [], text: `moth, ${'x'.repeat(41)}` };
    expect(errorsOf({ ...typed, 'keywords.motif': long })).toEqual({
      'keywords.motif': keywordMessages.tooLong('x'.repeat(41)),
    });
    expect(errorsOf({ ...typed, price: '1.250' })).toEqual({ price: designMessages.price });
    expect(errorsOf({ ...typed, title: '  ' })).toEqual({ title: designMessages.title });
  });
});

describe('a save', () => {
  it('sends only what was typed, with the values that it started from', () => {
    const typed = { ...typedFrom(design), title: 'Owl', saleEndsAt: '2026-04-01T10:00' };
    expect(savedBody({ base, typed })).toEqual({
      base: { title: 'Moth', sale: design.sale },
      changes: { title: 'Owl', sale: { ...design.sale, endsAt: expect.stringMatching(/^2026-0/) } },
    });
    expect(savedBody({ base, typed: { ...typedFrom(design), price: '12,5' } }).changes).toEqual({});
  });

  it('keeps what was typed while it was under way', () => {
    const sent = { ...typedFrom(design), price: '15,5' };
    const saved = { ...design, version: 4, price: 15.5, sku: 'THEIRS' };
    const later = { ...sent, title: 'Later' };

    const draft = savedDraft(designShape, { base, typed: sent }, later, fieldsOf(saved));

    expect(draft.base).toEqual(fieldsOf(saved));
    expect(draft.typed).toMatchObject({ title: 'Later', price: '15.50', sku: 'THEIRS' });
    expect(changedFields(designShape, draft)).toEqual(['title']);
  });
});

describe('what is typed during a save', () => {
  const sent = {
    ...typedFrom(design),
    price: '15',
    'keywords.motif': { words: ['moth'], text: 'owl' },
  };
  const saved = {
    ...design,
    version: 5,
    title: 'Theirs',
    price: 15,
    keywords: { ...design.keywords, motif: ['moth', 'owl'], style: ['boho'] },
  };
  const later = {
    ...sent,
    title: 'Mine',
    price: '16',
    'keywords.motif': { words: ['moth'], text: 'owl, fox' },
    'keywords.style': { words: [], text: 'retro' },
  };

  it('is saved over a value that the writer has seen', () => {
    const draft = savedDraft(designShape, { base, typed: sent }, later, fieldsOf(saved));

    expect(savedBody(draft)).toEqual({
      base: {
        title: 'Moth',
        price: 15,
        keywords: { ...design.keywords, motif: ['moth', 'owl'], style: [] },
      },
      changes: {
        title: 'Mine',
        price: 16,
        keywords: { ...design.keywords, motif: ['moth', 'owl', 'fox'], style: ['retro'] },
      },
    });
  });
});

describe('a design that a colleague saved meanwhile', () => {
  const theirs = {
    ...design,
    version: 4,
    title: 'Theirs',
    sku: 'THEIRS',
    keywords: { ...design.keywords, motif: ['moon'], style: ['boho'] },
  };
  const mine = {
    ...typedFrom(design),
    title: 'Mine',
    'keywords.motif': { words: ['moth'], text: 'owl' },
  };
  const merged = mergedDraft(designShape, { base, typed: mine }, fieldsOf(theirs));
  const settled = (draft: typeof merged, field: keyof typeof base, choice: 'mine' | 'theirs') =>
    settledDraft(designShape, draft, field, fieldsOf(theirs), choice);

  it('shows in the fields that weren’t typed, and saving still notices the others', () => {
    expect(merged.typed).toMatchObject({ title: 'Mine', sku: 'THEIRS' });
    expect(savedBody(merged)).toEqual({
      base: { title: 'Moth', keywords: { ...theirs.keywords, motif: ['moth'] } },
      changes: { title: 'Mine', keywords: { ...theirs.keywords, motif: ['moth', 'owl'] } },
    });
  });

  it('is saved over, or taken, field by field', () => {
    const kept = settled(merged, 'title', 'mine');
    expect(savedBody(kept)).toMatchObject({
      base: { title: 'Theirs' },
      changes: { title: 'Mine' },
    });
    const taken = settled(kept, 'keywords.motif', 'theirs');
    expect(taken.typed['keywords.motif']).toEqual({ words: ['moon'], text: '' });
    expect(changedFields(designShape, taken)).toEqual(['title']);
    const none = settled(taken, 'title', 'theirs');
    expect(savedBody(none)).toEqual({ base: {}, changes: {} });
  });
});
