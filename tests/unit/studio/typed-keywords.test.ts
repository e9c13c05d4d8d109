import { describe, expect, it } from 'vitest';
import { noKeywords } from '#contract/shop/keywords.ts';
import {
  enterText,
  keywordsFrom,
  suggestedWords,
  typedKeywords,
  typeText,
} from '#studio/features/designs/typed-keywords.ts';

const fox = { words: ['fox'], text: '' };

describe('a keyword field', () => {
  it('adds what comes before a comma, and leaves the rest in the field', () => {
    expect(typeText(fox, 'mushroom')).toEqual({ words: ['fox'], text: 'mushroom' });
    expect(typeText(fox, 'mushroom,')).toEqual({ words: ['fox', 'mushroom'], text: '' });
    expect(typeText(fox, 'Owl; FOX, baby  deer\nbe')).toEqual({
      words: ['fox', 'owl', 'baby deer'],
      text: 'be',
    });
  });

  it('adds all of it at the end, each word once and in lower case', () => {
    expect(enterText({ words: ['fox'], text: ' Fox , Red  Fox,, ' })).toEqual({
      words: ['fox', 'red fox'],
      text: '',
    });
  });

  it('saves what is still in the field', () => {
    const typed = { ...typedKeywords(noKeywords), motif: { words: ['fox'], text: 'Owl' } };
    expect(keywordsFrom(typed)).toEqual({ ...noKeywords, motif: ['fox', 'owl'] });
    expect(keywordsFrom(typedKeywords(noKeywords))).toEqual(noKeywords);
  });

  it("suggests other designs' words that continue what is typed", () => {
    const used = ['fox', 'forest', 'red fox', 'box', 'foxglove'];
    expect(suggestedWords({ words: [], text: 'fo' }, used)).toEqual([
      ...['fox', 'forest', 'red fox', 'foxglove'],
    ]);
    expect(suggestedWords({ words: ['foxglove'], text: 'FOX' }, used)).toEqual(['red fox']);
    expect(suggestedWords({ words: [], text: ' ' }, used)).toEqual([]);
  });
});
