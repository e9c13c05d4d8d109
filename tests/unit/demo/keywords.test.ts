import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { keywordKinds } from '#contract/shop/keywords.ts';
import { typedKeywordsSchema } from '#contract/studio/keywords.ts';
import { demoStudio } from '#demo/studio.ts';

const { products } = demoStudio;

describe('keywords of the demo studio', () => {
  test('are in the form in which the studio would save them', () => {
    for (const { slug, keywords } of products) {
      expect(v.parse(typedKeywordsSchema, keywords), slug).toEqual(keywords);
      for (const kind of keywordKinds) expect(keywords[kind].length, slug).toBeGreaterThan(0);
    }
  });

  test('give each design at least three keywords for its motif and colours', () => {
    const poor = products.filter(
      ({ keywords }) => keywords.motif.length + keywords.color.length < 3,
    );
    expect(poor.map(({ slug }) => slug)).toEqual([]);
  });

  test.each([
    ...[
      'mushroom',
      'christmas',
      'halloween',
      'baby',
      'boho',
      'unicorn',
      'pastel',
      'girl',
      'floral',
    ],
    ...['woodland', 'nursery', 'easter', 'valentine', 'birthday', 'ocean', 'autumn', 'rainbow'],
    ...['dinosaur', 'minimalist', 'watercolor', 'pink', 'sage', 'navy'],
  ])('name “%s” for at least three designs', (word) => {
    const fitting = products.filter(({ keywords }) =>
      keywordKinds.some((kind) => keywords[kind].includes(word)),
    );
    expect(fitting.length).toBeGreaterThanOrEqual(3);
  });
});
