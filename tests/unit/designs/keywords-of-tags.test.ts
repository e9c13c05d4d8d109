import { expect, test } from 'vitest';
import { noKeywords } from '#contract/shop/keywords.ts';
import { keywordLimits } from '#contract/studio/keywords.ts';
import { keywordsOfTags } from '#server/designs/imports/keywords-of-tags.ts';

test('sorts tags into motifs, occasions, styles and colours', () => {
  const tags = [
    'Mushroom',
    'forest animals',
    'Halloween',
    'Baby Shower',
    'boho',
    'Sage Green',
    'pink',
  ];

  expect(keywordsOfTags(tags)).toEqual({
    motif: ['mushroom', 'forest animals'],
    occasion: ['halloween', 'baby shower'],
    style: ['boho'],
    color: ['sage green', 'pink'],
  });
});

test.each([
  ...[
    'seamless pattern',
    'Seamless Patterns',
    'digital download',
    'PNG',
    'png file',
    'commercial use',
  ],
  ...[
    '300 dpi',
    '300dpi',
    '12x12',
    '12 x 12 in',
    '3600 px',
    'Clip art',
    'instant_download',
    '2024',
  ],
  ...['Digital Paper', 'sublimation', 'fabric', 'gift', '#svg', '', '  ', '!!'],
])('leaves out “%s”', (tag) => {
  expect(keywordsOfTags([tag])).toEqual(noKeywords);
});

test('leaves out what a tag says about the file', () => {
  const tags = ['seamless mushroom pattern', 'fox png', 'Boho digital paper', 'unicorn clipart'];

  expect(keywordsOfTags(tags)).toMatchObject({
    motif: ['mushroom', 'fox', 'unicorn'],
    style: ['boho'],
  });
});

test('reads tags with other characters and in the plural, each once', () => {
  const tags = [
    '#cottage_core',
    'Mother’s Day',
    'Kids',
    'Stripes',
    'parties',
    'fox',
    'FOX ',
    'oranges',
  ];

  expect(keywordsOfTags(tags)).toEqual({
    motif: ['fox', 'oranges'],
    occasion: ["mother's day", 'kids', 'parties'],
    style: ['cottage core', 'stripes'],
    color: [],
  });
});

test('treats the kind of product as one more tag', () => {
  expect(keywordsOfTags(['fox'], 'Seamless patterns').motif).toEqual(['fox']);
  expect(keywordsOfTags(['fox'], 'Dinosaurs').motif).toEqual(['fox', 'dinosaurs']);
  expect(keywordsOfTags([], 'Mushrooms, Woodland').motif).toEqual(['mushrooms', 'woodland']);
});

test('leaves out keywords that are too long or too many', () => {
  const many = Array.from({ length: 30 }, (_, place) => `motif ${String.fromCharCode(97 + place)}`);

  const { motif } = keywordsOfTags(['x'.repeat(keywordLimits.characters + 1), ...many]);

  expect(motif).toEqual(many.slice(0, keywordLimits.words));
});
