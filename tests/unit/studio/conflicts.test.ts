import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import type { EditedCollection } from '#contract/studio/collections.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { collectionShape, collectionWords } from '#studio/features/collections/collection-form.ts';
import { contentConflicts } from '#studio/features/content/content-conflicts.ts';
import { sections } from '#studio/features/content/sections.tsx';
import { limitShape } from '#studio/features/coupons/coupon-values.ts';
import { limitWords } from '#studio/features/coupons/coupon-words.tsx';
import { licenceParts, licenceShape } from '#studio/features/licences/licence-form.ts';
import { settingsShape, settingsWords } from '#studio/features/settings/settings-form-fields.ts';
import { Conflicts } from '#studio/ui/conflicts.tsx';
import { differingItems } from '#studio/ui/differing-items.ts';
import { changedBody } from '#studio/ui/shared-draft.ts';

const editor = 'Ben changed this too.';
const conflict = { field: 'price', name: 'Price', editor, mine: '$12.00', theirs: '' };

test('a conflict shows who changed the field, both values and a choice', () => {
  const page = renderToStaticMarkup(
    createElement(Conflicts, { conflicts: [conflict], onSettle: () => {} }),
  );

  expect(page).toContain('Choose what stays, then save.');
  expect(
    renderToStaticMarkup(
      createElement(Conflicts, { conflicts: [conflict], isPublished: true, onSettle: () => {} }),
    ),
  ).toContain('Not published yet: someone else changed this too. Choose what stays, then publish.');
  expect(page).toMatch(/<legend>Price<\/legend><p[^>]*>Ben changed this too\.<\/p>/);
  expect(page).toContain('<dt>Mine</dt><dd>$12.00</dd>');
  expect(page).toContain('<dt>Theirs</dt><dd>—</dd>');
  expect(page).toContain('aria-label="Keep mine: Price"');
  expect(page).toContain('aria-label="Use theirs: Price"');
});

test('a value that is saved on its own is saved by the choice', () => {
  const parts = { conflicts: [conflict], isSavedByChoice: true, onSettle: () => {} };
  expect(renderToStaticMarkup(createElement(Conflicts, parts))).toContain('Choose what stays.<');
});

describe('the words of two values', () => {
  it('are those of the coupon’s form', () => {
    const limits = { minimumSubtotal: 0, startsAt: null, endsAt: '2026-05-01T10:00:00.000Z' };
    const coupon = { ...limits, useLimit: 5 };
    expect(limitWords.minimumSubtotal.text(coupon)).toBe('');
    expect(limitWords.minimumSubtotal.text({ ...coupon, minimumSubtotal: 20 })).toBe('$20.00');
    expect(limitWords.startsAt.text(coupon)).toBe('');
    expect(limitWords.endsAt.text(coupon)).toMatch(/^1 May 2026, \d\d:00$/);
    expect(limitWords.useLimit.text(coupon)).toBe('5');
  });

  it('are those of the collection’s form', () => {
    const words = collectionWords((id) => (id === 'a' ? 'Foxes' : 'Moons'));
    const saved: EditedCollection = {
      name: 'Wood',
      slug: 'wood',
      description: '',
      price: null,
      designIds: ['b', 'a'],
      coverId: null,
      isPublished: true,
    };
    expect(words.designIds.list(saved)).toEqual(['Moons', 'Foxes']);
    expect(words.coverId.text(saved)).toBe('Of the first design');
    expect(words.coverId.text({ ...saved, coverId: 'a' })).toBe('Foxes');
    expect(words.isPublished.text(saved)).toBe('Yes');
    expect(words.price.text({ ...saved, price: 24 })).toBe('$24.00');
  });

  it('are those of the licence’s form', () => {
    const text = { allows: ['Sew.', 'Sell.'], forbids: ['Copy.'], goods: '{items}', items: 100 };
    expect(licenceParts.allows.list(text)).toEqual(['Sew.', 'Sell.']);
    expect(licenceParts.items.text(text)).toBe('100');
  });
});

describe('two lists', () => {
  it('are shown by what only one of them has', () => {
    expect(differingItems(['Foxes', 'Moons', 'Ferns'], ['Foxes', 'Moons'])).toEqual([
      'Ferns\n2 in both',
      '2 in both',
    ]);
    expect(differingItems(['Ferns'], ['Moons', 'Stars'])).toEqual(['Ferns', 'Moons\nStars']);
    expect(differingItems([], ['Moons'])).toEqual(['', 'Moons']);
  });

  it('are shown in full if only their order differs', () => {
    expect(differingItems(['Foxes', 'Moons'], ['Moons', 'Foxes'])).toEqual([
      'Foxes\nMoons',
      'Moons\nFoxes',
    ]);
  });
});

describe('a form sends what was typed alone', () => {
  it('of a coupon, whose seconds no field shows', () => {
    const base = {
      minimumSubtotal: 0,
      startsAt: '2026-05-01T10:00:31.000Z',
      endsAt: null,
      useLimit: null,
    };
    const typed = { ...limitShape.typedFrom(base), useLimit: '7' };
    expect(changedBody(limitShape, { base, typed })).toEqual({
      base: { useLimit: null },
      changes: { useLimit: 7 },
    });
    const later = { ...limitShape.typedFrom(base), startsAt: '2026-05-02T10:00' };
    expect(changedBody(limitShape, { base, typed: later }).base).toEqual({
      startsAt: base.startsAt,
    });
  });

  it('of the settings, where a second designer is part of the designers', () => {
    const ada = { name: 'Ada', email: 'ada@shop.example' };
    const base = { name: 'Shop', designers: [ada], socialLink: '' };
    const typed = {
      ...settingsShape.typedFrom(base),
      isDuo: 'yes',
      'designers.1.name': 'Ben',
      'designers.1.email': 'ben@shop.example',
    };
    const two = [ada, { name: 'Ben', email: 'ben@shop.example' }];
    expect(changedBody(settingsShape, { base, typed })).toEqual({
      base: { designers: [ada] },
      changes: { designers: two },
    });
    expect(settingsWords.designers.text({ ...base, designers: two })).toBe(
      'Ada, ada@shop.example; Ben, ben@shop.example',
    );
    expect(settingsShape.typedFrom({ ...base, designers: [] }).isDuo).toBe('yes');
  });

  it('of a collection, whose picture goes with its design', () => {
    const base: EditedCollection = {
      name: 'Wood',
      slug: 'wood',
      description: '',
      price: null,
      designIds: ['a', 'b'],
      coverId: 'b',
      isPublished: true,
    };
    const typed = { ...collectionShape.typedFrom(base), designIds: 'a' };
    expect(changedBody(collectionShape, { base, typed }).changes).toEqual({
      designIds: ['a'],
      coverId: null,
    });
  });

  it('of a licence text', () => {
    const base = { allows: ['Sew.'], forbids: ['Copy.'], goods: '{items}', items: 100 };
    const typed = { ...licenceShape.typedFrom(base), allows: 'Sew.\n\nSell.\n' };
    expect(changedBody(licenceShape, { base, typed })).toEqual({
      base: { allows: ['Sew.'] },
      changes: { allows: ['Sew.', 'Sell.'] },
    });
  });
});

describe('two versions of a shop text', () => {
  const { hero, faq } = firstContent;

  it('are shown by field', () => {
    const about = { section: 'hero', specs: sections.hero.fields } as const;
    const mine = { ...hero, title: 'Mine', text: 'Typed.' };
    expect(contentConflicts(about, { title: editor }, mine, { ...hero, title: 'Theirs' })).toEqual([
      { field: 'title', name: 'Title', editor, mine: 'Mine', theirs: 'Theirs' },
    ]);
  });

  it('are shown by what differs in a list', () => {
    const about = { section: 'faq', specs: sections.faq.fields } as const;
    const [first, ...others] = faq.entries;
    const added = { question: 'Why?', answer: 'Why not.', byMailAlone: '' };
    const theirs = { ...faq, entries: [{ ...first, answer: 'Theirs.' }, ...others] };
    const mine = { ...faq, entries: [...faq.entries, added] };

    const [found] = contentConflicts(about, { entries: editor }, mine, theirs);

    expect(found?.mine).toBe(`Why?\n${first?.question} › Answer: ${first?.answer}`);
    expect(found?.theirs).toBe(`${first?.question} › Answer: Theirs.`);
  });

  it('are shown by the words of a mail', () => {
    const about = { section: 'mails', specs: sections.mails.fields } as const;
    const field = 'registered.subject';
    const flat = (subject: string) => ({ 'registered.subject': subject });
    expect(contentConflicts(about, { [field]: editor }, flat('Mine'), flat('Theirs'))).toEqual([
      { field, name: 'Welcome › Subject', editor, mine: 'Mine', theirs: 'Theirs' },
    ]);
  });
});
