import { expect, test } from 'vitest';
import { noKeywords } from '#contract/shop/keywords.ts';
import { bulkMessages } from '#contract/studio/bulk-actions.ts';
import { keywordMessages } from '#contract/studio/keywords.ts';
import { periodMessages } from '#contract/studio/period.ts';
import {
  type BulkChoice,
  bulkActionFrom,
  bulkChoices,
  untypedBulk,
} from '#studio/features/designs/bulk/bulk-form.ts';
import { typedKeywords } from '#studio/features/designs/typed-keywords.ts';

const id = 'a'.repeat(24);
const words = { ...noKeywords, motif: ['fox'] };
/** A form whose every field is filled. */
const filled = {
  ...untypedBulk,
  value: '20 %',
  categoryIds: [id],
  designers: ['Juniper Moon'],
  keywords: typedKeywords(words),
};
const actions: Readonly<Record<BulkChoice, unknown>> = {
  price: { kind: 'price', way: 'percent', value: 20, rounding: 'cent' },
  discount: {
    kind: 'discount',
    way: 'percent',
    value: 20,
    rounding: 'cent',
    startsAt: null,
    endsAt: null,
  },
  noDiscount: { kind: 'noDiscount' },
  addCategories: { kind: 'categories', how: 'add', categoryIds: [id] },
  removeCategories: { kind: 'categories', how: 'remove', categoryIds: [id] },
  addDesigners: { kind: 'designers', how: 'add', designers: ['Juniper Moon'] },
  removeDesigners: { kind: 'designers', how: 'remove', designers: ['Juniper Moon'] },
  'isForFabricShops: true': { kind: 'audience', isForFabricShops: true },
  'isForFabricShops: false': { kind: 'audience', isForFabricShops: false },
  'isDesignerFavourite: true': { kind: 'favourite', isDesignerFavourite: true },
  'isDesignerFavourite: false': { kind: 'favourite', isDesignerFavourite: false },
  addKeywords: { kind: 'keywords', how: 'add', keywords: words },
  removeKeywords: { kind: 'keywords', how: 'remove', keywords: words },
  publish: { kind: 'status', status: 'published' },
  retire: { kind: 'status', status: 'retired' },
  draft: { kind: 'status', status: 'draft' },
  delete: { kind: 'delete' },
};

test.each(Object.keys(bulkChoices) as BulkChoice[])('“%s” is sent as its action', (choice) => {
  expect(bulkActionFrom({ ...filled, choice })).toEqual({ action: actions[choice], errors: {} });
});

test.each([
  ['addCategories', {}, { categoryIds: bulkMessages.categories }],
  ['removeDesigners', {}, { designers: bulkMessages.designers }],
  ['addKeywords', {}, { keywords: keywordMessages.none }],
  ['price', { value: '1.5' }, { value: bulkMessages.percent }],
  ['discount', { value: '100' }, { value: bulkMessages.percentOff }],
  ['discount', { way: 'amount', value: 'two' }, { value: bulkMessages.amount }],
  [
    'discount',
    { value: '20', startsAt: '2026-03-02T09:00', endsAt: '2026-03-01T09:00' },
    { endsAt: periodMessages.order },
  ],
] as const)('“%s” without a proper value names the field: %j', (choice, typed, errors) => {
  expect(bulkActionFrom({ ...untypedBulk, ...typed, choice })).toEqual({ action: null, errors });
});

test('a price is lowered if the form says so, and a sale’s dates are instants', () => {
  expect(bulkActionFrom({ ...filled, choice: 'price', isLower: true }).action).toMatchObject({
    value: -20,
  });
  const startsAt = '2026-03-01T09:00';
  expect(bulkActionFrom({ ...filled, choice: 'discount', startsAt }).action).toMatchObject({
    startsAt: new Date(startsAt).toISOString(),
  });
});
