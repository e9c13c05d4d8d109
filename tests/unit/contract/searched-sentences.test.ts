import { describe, expect, test } from 'vitest';
import { splitPriceLimit } from '#contract/catalogue/price-words.ts';
import { exactScore } from '#contract/catalogue/rank-matches.ts';
import { createReplica } from '#contract/catalogue/replica.ts';
import { createSearch, type Search } from '#contract/catalogue/search.ts';
import { noKeywords } from '#contract/shop/keywords.ts';
import type { Product } from '#contract/shop/product.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';

/** A design whose id is its title. */
function design(title: string, fields: Partial<Product> = {}): Product {
  return makeProduct({ description: '', sku: '1', ...fields, _id: title, title });
}

function searchOver(products: readonly Product[]): Search {
  const search = createSearch();
  for (const product of products) search.put(product);
  return search;
}

/** The titles of the designs that score at least `least`, best first. */
function titles(products: readonly Product[], text: string, least = exactScore): string[] {
  const found = searchOver(products).find(text);
  const scoreOf = ({ _id }: Product) => found?.scores[found.slotOf(_id) ?? -1] ?? 0;
  return products
    .filter((product) => scoreOf(product) >= least)
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))
    .map(({ title }) => title);
}

describe('words that deny others', () => {
  const products = [design('Rainbow'), design('Rainbow, cloud'), design('Fox'), design('No Rush')];

  test.each(['no clouds', 'without clouds', 'not a cloud', '-clouds'])(
    '"rainbow %s" leaves clouds out',
    (denied) => {
      expect(titles(products, `rainbow ${denied}`, 1)).not.toContain('Rainbow, cloud');
      expect(titles(products, `rainbow ${denied}`, 1)).toContain('Rainbow');
    },
  );

  test('leave out synonyms and measured colours as well', () => {
    const some = [
      design('Fox, plain'),
      design('Fox, floral'),
      design('Fox', { swatches: '23355cf' }),
    ];
    expect(titles(some, 'fox not flowers').toSorted()).toEqual(['Fox', 'Fox, plain']);
    expect(titles(some, 'fox not navy').toSorted()).toEqual(['Fox, floral', 'Fox, plain']);
  });

  test('alone find all other designs', () => {
    expect(titles(products, 'no clouds')).toEqual(['Rainbow', 'Fox', 'No Rush']);
  });

  test('find what they deny only as close, if nothing else is found', () => {
    const [rainbow, cloud, ...others] = products;
    expect(titles(products, 'fox not foxes')).toEqual([]);
    expect(titles(products, 'fox not foxes', 1)).toEqual(['Fox']);
    const replica = createReplica();
    replica.apply(
      [cloud, ...others].filter((each) => each !== undefined),
      [],
    );
    const found = () =>
      replica.search({ query: 'rainbow no clouds', search: '', page: 1, limit: 10 });
    expect(found()).toMatchObject({ total: 1, exact: 0, close: [{ from: 0, without: [] }] });
    replica.apply(rainbow ? [rainbow] : [], []);
    expect(found()).toMatchObject({ total: 1, exact: 1, close: [] });
  });

  test('leave designs out of a search for a use, too', () => {
    expect(titles([design('Cat'), design('Fox')], 'tumbler no cats', 1)).toEqual(['Fox']);
  });

  const motifs = ['Fox', 'Rose', 'Cat', 'Pink unicorn', 'Purple unicorn', 'Cloud', 'Dark red'];

  test.each([
    ['foxes without any cats', ['Fox']],
    ['foxes not too dark', ['Fox']],
    ['no more cats foxes', ['Fox']],
    ['foxes, I don’t want clouds', ['Fox']],
    ['foxes but no roses', ['Fox']],
    ['I’m just looking for foxes', ['Fox']],
    ['unicorns no pink or purple', ['Unicorn']],
    ['unicorns without pink and any purple', ['Unicorn']],
    ['unicorns, neither pink nor purple', ['Unicorn']],
    ['no pink or purple unicorns', ['Unicorn']],
  ])('"%s" finds %j', (text, expected) => {
    const all = [...motifs, 'Unicorn'].map((title) => design(title));
    expect(titles(all, text)).toEqual(expected);
  });

  test('are corrected and suggested as they were typed', () => {
    const replica = createReplica();
    const named = ['Dinosaur', 'Dinosaur, pink', 'Rainbow', 'Rainbow, clouds', 'Sky, clouds'];
    replica.apply(
      named.map((title) => design(title)),
      [],
    );
    const corrected = (query: string) =>
      replica.search({ query, search: '', page: 1, limit: 10 }).nearest.map(({ text }) => text);
    expect(corrected('Dinasuor -pink')).toEqual(['dinosaur -pink']);
    expect(corrected('dinasuor without pnik')).toEqual(['dinosaur without pink']);
    expect(corrected('dinasuor under $50')).toEqual(['dinosaur under $50']);
    const suggested = (text: string) => replica.suggest(text).words.map(({ text }) => text);
    expect(suggested('Rainbow -clo')).toEqual(['rainbow -clouds']);
    expect(suggested('rainbow no clo')).toEqual(['rainbow no clouds']);
  });

  test('find a design by its whole title', () => {
    const some = [design('Dog'), design('Not a Cat'), design('Cat'), design('Dog Show')];
    expect(titles(some, 'not a cat')[0]).toBe('Not a Cat');
    expect(titles(some, 'not a cat')).toContain('Cat');
    expect(titles(some, 'dog show!')).toEqual(['Dog Show', 'Dog']);
    expect(titles(products, 'no ru')).toEqual(['No Rush']);
  });

  test('deny nothing in a title, at the end, or before a word of use', () => {
    expect(titles(products, 'no rush')).toEqual(['No Rush']);
    expect(titles(products, 'fox not')).toEqual(['Fox']);
    expect(titles([design('Fox fabric')], 'fox no fabric')).toEqual(['Fox fabric']);
    expect(titles([design('Forget me not'), design('Fox')], 'forget-me-nots')).toEqual([
      'Forget me not',
    ]);
  });
});

describe('prices', () => {
  const products = [
    design('Fox', { price: 12 }),
    design('Fox nap', { price: 10 }),
    design('Fox run', { price: 15, discountedPrice: 9.5 }),
    design('Owl', { price: 3, discountedPrice: 0 }),
  ];

  test.each([
    ['fox under $10', ['Fox nap', 'Fox run']],
    ['fox UNDER 10 dollars', ['Fox nap', 'Fox run']],
    ['fox up to 10bucks', ['Fox nap', 'Fox run']],
    ['fox below $10 usd', ['Fox nap', 'Fox run']],
    ['less than $9.75 foxes', ['Fox run']],
    ['under $5', ['Owl']],
    ['sale fox', ['Fox run']],
    ['foxes on sale', ['Fox run']],
    ['free', ['Owl']],
    ['cheap fox', ['Fox', 'Fox nap', 'Fox run']],
  ])('"%s"', (text, expected) => {
    expect(titles(products, text).toSorted()).toEqual(expected);
  });

  test('a design that costs more is close', () => {
    const search = searchOver(products);
    expect(search.find('owl and fox under $1')?.without).toContainEqual(['fox']);
    expect(titles(products, 'fox under $1', 1)).toContain('Fox');
  });

  test.each([
    'under 5s',
    'under 8 inches',
    'under 2 feet',
    'for kids under 5',
    'up to 3 colors',
    'less than 5 flowers',
    'under the sea',
    'under 10% off',
    'under $10%',
  ])('"%s" is none', (text) => {
    expect(splitPriceLimit(`fox ${text}`)).toEqual([`fox ${text}`, null]);
    const without = searchOver(products).find(`fox ${text}`)?.without.flat() ?? [];
    expect(without.filter((each) => /^(?:under|up to|less than) \$?\d/.test(each))).toEqual([]);
  });

  test('are those of now', () => {
    const search = searchOver(products);
    expect(search.count('fox under $10')).toBe(2);
    search.put(design('Fox', { price: 9 }));
    expect(search.count('fox under $10')).toBe(3);
  });
});

describe('whole sentences', () => {
  test('search for what they tell', () => {
    const products = [
      design('Two cherries'),
      design('Fox', { keywords: { ...noKeywords, occasion: ['girl', 'kids'], style: ['cute'] } }),
    ];
    const text =
      'I am looking for something cute to make a dress for my two year old daughter with little foxes on it, please';
    expect(titles(products, text)).toEqual(['Fox']);
  });

  test('whom a design is for matters less than what it shows', () => {
    const products = [design('Fox'), design('Boy'), design('Owl'), design('Whale')];
    expect(titles(products, 'fox boy', 1)).toEqual(['Fox', 'Boy']);
    expect(titles(products, 'boy fox', 1)).toEqual(['Fox', 'Boy']);
  });
});

describe('words that no design has', () => {
  const blue = design('Nap', { swatches: 'bcaeddf' });

  test('are understood with a typo if searches know them', () => {
    expect(titles([blue], 'lavendar')).toEqual(['Nap']);
    expect(titles([design('Rabbit')], 'rabits')).toEqual(['Rabbit']);
    expect(titles([design('Christmas')], 'christmas fabirc')).toEqual(['Christmas']);
    expect(titles([design('Heart')], 'valantines hearts', 1)).toEqual(['Heart']);
  });

  test.each([
    'train',
    'pearl',
    'moose',
    'goose',
    'books',
    'ships',
    'maroon',
    'sale',
    'kiss',
    'beer',
  ])('"%s" is right and is never corrected', (text) => {
    const near = [
      'Rain',
      'Pear',
      'Mouse',
      'Loose',
      'Boots',
      'Shops',
      'Moon',
      'Sage',
      'Kids',
      'Bear',
    ];
    const replica = createReplica();
    replica.apply(
      near.map((title) => design(title, { swatches: '' })),
      [],
    );
    const answer = replica.search({ query: text, search: '', page: 1, limit: 10 });
    expect([answer.total, answer.nearest]).toEqual([0, []]);
  });

  test('a short word with a letter too few is corrected', () => {
    const replica = createReplica();
    replica.apply([design('Bunny')], []);
    const { nearest } = replica.search({ query: 'buny', search: '', page: 1, limit: 10 });
    expect(nearest.map(({ text }) => text)).toEqual(['bunny']);
  });
});

test('a design of a category of two things need not show the first, but its whole name finds all', () => {
  const categories = [{ _id: 'c', name: 'Sea & Sky' }];
  const products = [design('Moon', { categories }), design('Sea', { categories }), design('Fox')];
  expect(titles(products, 'sea')).toEqual(['Sea']);
  expect(titles(products, 'sea', 1)).toEqual(['Sea', 'Moon']);
  expect(titles(products, 'sea & sky').toSorted()).toEqual(['Moon', 'Sea']);
});

test('a colour that no design names is suggested and found from its third letter on', () => {
  const replica = createReplica();
  replica.apply([design('Nap', { swatches: '45b8b8f' })], []);
  const suggested = (text: string) => replica.suggest(text).words.map((word) => word.text);
  expect(suggested('turq')).toEqual(['turquoise']);
  expect(suggested('nap in turq')).toEqual(['nap in turquoise']);
  const found = (query: string) => replica.search({ query, search: '', page: 1, limit: 10 }).exact;
  expect(['turq', 'tur', 'tu', 'mus'].map(found)).toEqual([1, 1, 0, 0]);
  expect(suggested('tu')).toEqual([]);
  // No design has it.
  expect(suggested('mus')).toEqual([]);
});

test('baby sage is for a baby, and no colour', () => {
  const nap = design('Nap', { swatches: 'dfe8d4f' });
  expect(titles([nap, design('Baby', { swatches: 'a9b795f' })], 'baby sage')).toEqual(['Baby']);
});
