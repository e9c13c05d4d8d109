import { describe, expect, test } from 'vitest';
import { noKeywords } from '#contract/keywords.ts';
import type { Product } from '#contract/product.ts';
import { createSearch, type Found, type Search } from '#contract/search.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';

const fox = makeProduct({
  _id: 'a',
  title: 'Foxglove Nap',
  sku: 'PW-0101',
  designer: ['Clementine Fox'],
  categories: [{ _id: 'w', name: 'Woodland' }],
  description: '<p>Sleepy <strong>hedgehogs</strong> too.</p>',
});
const whale = makeProduct({
  _id: 'b',
  title: 'Whale Café',
  sku: 'PW-0102',
  designer: ['Juniper Moon'],
});

function searchOver(products: readonly Product[]): Search {
  const search = createSearch();
  for (const product of products) search.put(product);
  return search;
}

function idsOf(found: Found | null): string[] {
  return (found?.products ?? []).map(({ _id }) => _id).sort();
}

function find(text: string): string[] {
  return idsOf(searchOver([fox, whale]).find(text));
}

/** The ids of what is found, the highest score first. */
function ranked(products: readonly Product[], text: string): string[] {
  const found = searchOver(products).find(text);
  return (found?.products ?? [])
    .map(({ _id }, place) => ({ _id, score: found?.scores[place] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .map(({ _id }) => _id);
}

describe('search', () => {
  test.each([
    ['title', 'foxglove'],
    ['SKU', 'PW-0101'],
    ['category', 'woodland'],
    ['designer', 'clementine'],
    ['description', 'hedgehogs'],
  ])('finds a design by its %s', (_, text) => {
    expect(find(text)).toEqual(['a']);
  });

  test('finds by the beginning of a word', () => {
    expect(find('foxgl')).toEqual(['a']);
  });

  test('forgives one typo in a word of five letters or more', () => {
    expect(find('fixglove')).toEqual(['a']);
    expect(find('wjale')).toEqual(['b']);
    expect(find('foxglvoe')).toEqual(['a']);
  });

  test('forgives no typo in a shorter word', () => {
    expect(find('nop')).toEqual([]);
  });

  test('wants every word', () => {
    expect(find('whale foxglove')).toEqual([]);
    expect(find('nap clementine')).toEqual(['a']);
  });

  test('wants a word once, however often it is said', () => {
    expect(find(`${'nap '.repeat(60)}whale`)).toEqual([]);
    expect(find(`${'nap '.repeat(60)}clementine`)).toEqual(['a']);
  });

  test('lets a single letter go beside a longer word', () => {
    expect(find('x foxglove')).toEqual(['a']);
    expect(find('w')).toEqual(['a', 'b']);
    expect(find('x')).toEqual([]);
  });

  test('wants the first ten words of many', () => {
    const ten = 'foxglove nap pw 0101 clementine fox woodland sleepy hedgehogs too';
    expect(find(`${ten} whale`)).toEqual(['a']);
    expect(find(`whale ${ten}`)).toEqual([]);
  });

  test('ignores case and accents', () => {
    expect(find('CAFE')).toEqual(['b']);
    expect(find('Café')).toEqual(['b']);
  });

  test('does not find markup', () => {
    expect(find('strong')).toEqual([]);
  });

  test('reads no words as everything', () => {
    expect(searchOver([fox]).find('   ')).toBeNull();
  });

  test('follows a design that is changed and one that is taken out', () => {
    const search = searchOver([fox, whale]);
    search.find('fox');
    search.put({ ...fox, title: 'Badger' });
    search.remove('b');
    expect(idsOf(search.find('foxglove'))).toEqual([]);
    expect(idsOf(search.find('badger'))).toEqual(['a']);
    expect(idsOf(search.find('whale'))).toEqual([]);
    search.put(whale);
    expect(idsOf(search.find('whale'))).toEqual(['b']);
  });

  test.each([
    ['foxes', 'fox'],
    ['fox', 'foxes'],
    ['mushrooms', 'mushroom'],
    ['daisies', 'daisy'],
    ['daisy', 'daisies'],
    ['berries', 'berry'],
    ['leaf', 'leaves'],
    ['leaves', 'leaf'],
    ['babies', 'baby'],
    ['rose', 'roses'],
    ['peaches', 'peach'],
    ['cookies', 'cookie'],
    ['cookie', 'cookies'],
    ['mice', 'mouse'],
    ['cactus', 'cacti'],
    ['octopuses', 'octopus'],
    ['kisses', 'kiss'],
    ['shoes', 'shoe'],
    ["mother's", 'mothers'],
  ])('%s finds %s', (text, title) => {
    const product = makeProduct({ _id: 'a', title, description: '', sku: '1' });
    expect(idsOf(searchOver([product]).find(text))).toEqual(['a']);
  });

  test('finds synonyms, in both directions, and phrases among them', () => {
    const xmas = makeProduct({ _id: 'x', title: 'Christmas trees' });
    const july = makeProduct({ _id: 'j', title: 'Patriotic stars' });
    const search = searchOver([xmas, july]);
    expect(idsOf(search.find('xmas'))).toEqual(['x']);
    expect(idsOf(search.find('fourth of july'))).toEqual(['j']);
    search.setSynonyms([['stars', 'twinklers', 'night lamps']]);
    expect(idsOf(search.find('twinkler'))).toEqual(['j']);
    expect(idsOf(search.find('night lamp'))).toEqual(['j']);
    search.setSynonyms([]);
    expect(idsOf(search.find('twinkler'))).toEqual([]);
  });

  test('a broad word finds the narrower ones, not the other way round', () => {
    const search = searchOver([
      makeProduct({ _id: 'a', title: 'Lemons', description: '' }),
      makeProduct({ _id: 'b', title: 'Fruit bowl', description: '' }),
    ]);
    expect(idsOf(search.find('fruit'))).toEqual(['a', 'b']);
    expect(idsOf(search.find('lemon'))).toEqual(['a']);
  });

  test('the title counts most, then keywords, category, description and designer', () => {
    const plain = { title: 'Nap', description: '', sku: '1' };
    const products = [
      makeProduct({ _id: 'designer', ...plain, designer: ['Clementine Owl'] }),
      makeProduct({ _id: 'description', ...plain, description: '<p>An owl.</p>' }),
      makeProduct({ _id: 'category', ...plain, categories: [{ _id: 'c', name: 'Owl' }] }),
      makeProduct({ _id: 'second', ...plain, keywords: { ...noKeywords, motif: ['fox', 'owl'] } }),
      makeProduct({ _id: 'first', ...plain, keywords: { ...noKeywords, motif: ['owl', 'fox'] } }),
      makeProduct({ _id: 'title', ...plain, title: 'Owl' }),
    ];
    const order = ['title', 'first', 'second', 'category', 'description', 'designer'];
    expect(ranked(products, 'owl')).toEqual(order);
  });

  test('exact comes before singular or plural, then synonyms, beginnings and typos', () => {
    const titles = ['Bunmy', 'Bunnyhop', 'Rabbit', 'Bunnies', 'Bunny'];
    const products = titles.map((title) => makeProduct({ _id: title, title, description: '' }));
    expect(ranked(products, 'bunny')).toEqual(titles.toReversed());
  });

  test('a whole SKU comes first of all, however it is spaced', () => {
    const owner = makeProduct({ _id: 'owner', title: 'Nap', sku: 'FOX-1' });
    const namesake = makeProduct({ _id: 'namesake', title: 'Fox 1', sku: 'PW-2' });
    for (const text of ['FOX-1', 'fox 1', 'fox1']) {
      expect(ranked([namesake, owner], text)[0], text).toBe('owner');
    }
  });

  test('passes over words such as "the" beside others', () => {
    expect(find('a nap of the whale')).toEqual([]);
    expect(find('the whale')).toEqual(['b']);
  });

  test('indexes in pieces what waits, and the rest when searched', () => {
    const search = searchOver([fox, whale]);
    expect(search.prepare(1)).toBe(false);
    expect(idsOf(search.find('whale'))).toEqual(['b']);
    expect(search.prepare(1)).toBe(true);
  });
});
