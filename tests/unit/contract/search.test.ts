import { describe, expect, test } from 'vitest';
import { exactScore } from '#contract/catalogue/rank-matches.ts';
import { createSearch, type Matches, type Search } from '#contract/catalogue/search.ts';
import { noKeywords } from '#contract/shop/keywords.ts';
import type { Product } from '#contract/shop/product.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';

const fox = makeProduct({
  _id: 'a',
  title: 'Foxglove Nap',
  sku: 'PW-0101',
  designer: ['Clementine Fox'],
  categories: [{ _id: 'w', name: 'Woodland' }],
  description: '<p>Sleepy <strong>hedgehogs</strong> dream.</p>',
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

function scoreIn(found: Matches | null, { _id }: Product): number {
  return found?.scores[found.slotOf(_id) ?? -1] ?? 0;
}

/** The ids of what scores at least `least`, the highest score first. */
function scoring(search: Search, text: string, products: readonly Product[], least: number) {
  const all = search.find(text);
  return products
    .filter((product) => scoreIn(all, product) >= least)
    .toSorted((a, b) => scoreIn(all, b) - scoreIn(all, a))
    .map(({ _id }) => _id);
}

/** The ids of the products that have every word of a text, the highest score first. */
function found(search: Search, text: string, products: readonly Product[]): string[] {
  const ids = scoring(search, text, products, exactScore);
  expect(search.count(text)).toBe(ids.length);
  return ids;
}

function find(text: string): string[] {
  return found(searchOver([fox, whale]), text, [fox, whale]).sort();
}

function ranked(products: readonly Product[], text: string): string[] {
  return scoring(searchOver(products), text, products, 1);
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

  test('matches the beginning of a word', () => {
    expect(find('foxgl')).toEqual(['a']);
  });

  test('tolerates one typo in a word of five letters or more', () => {
    expect(find('fixglove')).toEqual(['a']);
    expect(find('wjale')).toEqual(['b']);
    expect(find('foxglvoe')).toEqual(['a']);
  });

  test('tolerates no typo in a shorter word', () => {
    expect(find('nop')).toEqual([]);
  });

  test('requires every word', () => {
    expect(find('whale foxglove')).toEqual([]);
    expect(find('nap clementine')).toEqual(['a']);
  });

  test('requires a word once, however often it is repeated', () => {
    expect(find(`${'nap '.repeat(60)}whale`)).toEqual([]);
    expect(find(`${'nap '.repeat(60)}clementine`)).toEqual(['a']);
  });

  test('ignores a single letter next to a longer word', () => {
    expect(find('x foxglove')).toEqual(['a']);
    expect(find('w')).toEqual(['a', 'b']);
    expect(find('x')).toEqual([]);
  });

  test('requires the first ten words of many', () => {
    const ten = 'foxglove nap pw 0101 clementine fox woodland sleepy hedgehogs dream';
    expect(find(`${ten} whale`)).toEqual(['a']);
    expect(find(`whale ${ten}`)).toEqual([]);
  });

  test('ignores case and accents', () => {
    expect(find('CAFE')).toEqual(['b']);
    expect(find('Café')).toEqual(['b']);
  });

  test('does not match markup', () => {
    expect(find('strong')).toEqual([]);
  });

  test('matches everything without any words', () => {
    expect(searchOver([fox]).find('   ')).toBeNull();
  });

  test('follows changed and removed designs', () => {
    const search = searchOver([fox, whale]);
    const idsOf = (text: string) => found(search, text, [fox, whale]);
    expect(idsOf('foxglove')).toEqual(['a']);
    search.put({ ...fox, title: 'Badger' });
    search.remove('b');
    expect(idsOf('foxglove')).toEqual([]);
    expect(idsOf('badger')).toEqual(['a']);
    expect(idsOf('whale')).toEqual([]);
    search.put(whale);
    expect(idsOf('whale')).toEqual(['b']);
  });

  test.each<Partial<Product>>([
    { title: 'Otter' },
    { description: '<p>Otter</p>' },
    { sku: 'OTTER' },
    { designer: ['Otter'] },
    { categories: [{ _id: 'o', name: 'Otter' }] },
    { keywords: { ...noKeywords, style: ['otter'] } },
  ])('follows a design whose only change is: %j', (part) => {
    const search = searchOver([fox]);
    expect(found(search, 'otter', [fox])).toEqual([]);
    search.put({ ...fox, ...part });
    expect(found(search, 'otter', [fox])).toEqual(['a']);
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
    ['mother´s', 'Mother’s'],
    ['watercolours', 'watercolor'],
    ['watercolor', 'watercolour'],
    ['grey', 'gray'],
    ['personalised', 'personalized'],
    ['lodz', 'Łódź'],
    ['strasse', 'Straße'],
    ['οδυσσευσ', 'Ὀδυσσεύς'],
  ])('%s finds %s', (text, title) => {
    const product = makeProduct({ _id: 'a', title, description: '', sku: '1' });
    expect(ranked([product], text)).toEqual(['a']);
  });

  test.each([
    ['polkadot', 'Blue Polka-Dot'],
    ['polkadots', 'Polka dot'],
    ['polka dot', 'Polkadots'],
    ['fire truck', 'Firetruck'],
    ['fire trucks', 'Firetruck'],
    ['fire tru', 'Firetruck'],
    ['firetruck', 'Fire trucks'],
    ['tshirts', 'T-Shirt'],
    ['t shirt', 'Tshirt'],
    ['water colour', 'Watercolor'],
    ['watercolour', 'Water colors'],
    ['forgetmenot', 'Forget-me-nots'],
    ['forget me not', 'Forgetmenot'],
  ])('%s finds %s, written together or apart', (text, title) => {
    const product = makeProduct({ _id: 'a', title, description: '', sku: '1' });
    expect(ranked([product], text)).toEqual(['a']);
    const keywords = { ...noKeywords, motif: ['owl', title.toLowerCase()] };
    expect(ranked([{ ...product, title: 'Nap', keywords }], text)).toEqual(['a']);
  });

  test('words that a design has, but not one after the other, are not one word', () => {
    const products = ['Car and pet', 'Pet car', 'Sun, moon, flower', 'Car pet'].map((title) =>
      makeProduct({ _id: title, title, description: '', sku: '1' }),
    );
    expect(ranked(products, 'carpet')).toEqual(['Car pet']);
    expect(ranked(products, 'sunflower')).toEqual([]);
  });

  test('a word written as in the search ranks before the same one written apart', () => {
    const products = ['Fire truck', 'Firetruck'].map((title) =>
      makeProduct({ _id: title, title, description: '', sku: '1' }),
    );
    expect(ranked(products, 'firetruck')).toEqual(['Firetruck', 'Fire truck']);
    expect(ranked(products, 'fire truck')).toEqual(['Fire truck', 'Firetruck']);
  });

  test('matches synonyms, in both directions, and phrases among them', () => {
    const xmas = makeProduct({ _id: 'x', title: 'Christmas trees' });
    const july = makeProduct({ _id: 'j', title: 'Patriotic stars' });
    const search = searchOver([xmas, july]);
    const idsOf = (text: string) => found(search, text, [xmas, july]);
    expect(idsOf('xmas')).toEqual(['x']);
    expect(idsOf('fourth of july')).toEqual(['j']);
    search.setSynonyms([['stars', 'twinklers', 'night lamps']]);
    expect(idsOf('twinkler')).toEqual(['j']);
    expect(idsOf('night lamp')).toEqual(['j']);
    search.setSynonyms([]);
    expect(idsOf('twinkler')).toEqual([]);
  });

  test('single letters count in a known phrase', () => {
    const products = ['Dinosaur', 'Devon Rex cat', 'T-Rex', 'Tee', 'Shirt'].map((title) =>
      makeProduct({ _id: title, title, description: '', sku: '1' }),
    );
    const search = searchOver(products);
    search.setSynonyms([['t shirt', 'tee']]);
    const idsOf = (text: string) => found(search, text, products).toSorted();
    expect(idsOf('dinosaur')).toEqual(['Dinosaur', 'T-Rex']);
    expect(idsOf('t rex')).toEqual(['Devon Rex cat', 'Dinosaur', 'T-Rex']);
    expect(idsOf('rex')).toEqual(['Devon Rex cat', 'T-Rex']);
    expect(idsOf('tee')).toEqual(['Tee']);
    expect(idsOf('t-shirt')).toEqual(['Shirt', 'Tee']);
    expect(idsOf('x t y rex')).toEqual(['Devon Rex cat', 'T-Rex']);
  });

  test('a broad word matches the narrower ones, but not vice versa', () => {
    const products = [
      makeProduct({ _id: 'a', title: 'Lemons', description: '' }),
      makeProduct({ _id: 'b', title: 'Fruit bowl', description: '' }),
    ];
    expect(ranked(products, 'fruit')).toEqual(['b', 'a']);
    expect(ranked(products, 'lemon')).toEqual(['a']);
  });

  test('the title weighs most, then keywords, category and description; a designer isn’t a motif', () => {
    const plain = { title: 'Nap', description: '', sku: '1' };
    const products = [
      makeProduct({ _id: 'designer', ...plain, designer: ['Clementine Owl'] }),
      makeProduct({ _id: 'description', ...plain, description: '<p>An owl.</p>' }),
      makeProduct({ _id: 'category', ...plain, categories: [{ _id: 'c', name: 'Owl' }] }),
      makeProduct({ _id: 'second', ...plain, keywords: { ...noKeywords, motif: ['fox', 'owl'] } }),
      makeProduct({ _id: 'first', ...plain, keywords: { ...noKeywords, motif: ['owl', 'fox'] } }),
      makeProduct({ _id: 'title', ...plain, title: 'Owl' }),
    ];
    const order = ['title', 'first', 'second', 'category', 'description'];
    expect(ranked(products, 'owl')).toEqual(order);
    expect(found(searchOver(products), 'owl', products)).toEqual(order.slice(0, 4));
    expect(ranked(products, 'clementine')).toEqual(['designer']);
  });

  test('ranks exact matches first, then singular or plural, synonyms, and prefixes, and corrects no right word', () => {
    const titles = ['Bunmy', 'Bunnyhop', 'Rabbit', 'Bunnies', 'Bunny'];
    const products = titles.map((title) => makeProduct({ _id: title, title, description: '' }));
    expect(ranked(products, 'bunny')).toEqual(['Bunny', 'Bunnies', 'Rabbit', 'Bunnyhop']);
    expect(ranked(products, 'bunmys')).toEqual(['Bunmy']);
  });

  test('ranks an exact match in any field before a prefix match in the title', () => {
    const plain = { title: 'Nap', description: '', sku: '1' };
    const prefix = makeProduct({ ...plain, _id: 'prefix', title: 'Foxglove' });
    const own = { ...plain, _id: 'own' };
    for (const product of [
      makeProduct({ ...own, title: 'Foxes' }),
      makeProduct({ ...own, keywords: { ...noKeywords, motif: ['owl', 'foxes'] } }),
      makeProduct({ ...own, categories: [{ _id: 'c', name: 'Foxes' }] }),
      makeProduct({ ...own, description: '<p>Foxes.</p>' }),
      makeProduct({ ...own, designer: ['Clementine Fox'] }),
    ]) {
      expect(ranked([prefix, product], 'fox')).toEqual(['own', 'prefix']);
    }
  });

  test('a whole SKU ranks first, however it is spaced', () => {
    const owner = makeProduct({ _id: 'owner', title: 'Nap', sku: 'FOX-1' });
    const namesake = makeProduct({ _id: 'namesake', title: 'Fox 1', sku: 'PW-2' });
    for (const text of ['FOX-1', 'fox 1', 'fox1']) {
      expect(ranked([namesake, owner], text)[0], text).toBe('owner');
    }
  });

  test('ignores words such as "the" next to others', () => {
    expect(find('a nap of the whale')).toEqual([]);
    expect(find('the whale')).toEqual(['b']);
  });

  test('designs that lack a word come after those that have all, those without the rarer word last', () => {
    const titles = ['Sleepy fox', 'Fox', 'Fox run', 'Sleepy owl', 'Whale'];
    const products = titles.map((title) => makeProduct({ _id: title, title, description: '' }));
    const search = searchOver(products);
    expect(scoring(search, 'sleepy foxes', products, 1)).toEqual([
      'Sleepy fox',
      'Sleepy owl',
      'Fox',
      'Fox run',
    ]);
    expect(found(search, 'sleepy foxes', products)).toEqual(['Sleepy fox']);
    expect(search.find('sleepy foxes')?.without.filter((words) => words.length > 0)).toEqual([
      ['sleepy'],
      ['foxes'],
    ]);
  });

  test('words of use never exclude a design, and help to rank it', () => {
    const titles = ['Fox', 'Fox fabric', 'Owl'];
    const products = titles.map((title) => makeProduct({ _id: title, title, description: '' }));
    const search = searchOver(products);
    expect(
      found(search, 'seamless fox fabric for quilting cotton, commercial use', products),
    ).toEqual(['Fox fabric', 'Fox']);
    expect(scoring(search, 'non exclusive', products, 1)).toHaveLength(3);
    expect(found(search, 'non exclusive', products)).toEqual([]);
  });

  test('a designer’s name is a name: never stemmed, never a motif', () => {
    const plain = { description: '', sku: '1', designer: ['Clementine Fox'] };
    const products = [
      makeProduct({ ...plain, _id: 'whale', title: 'Whale' }),
      makeProduct({ ...plain, _id: 'foxes', title: 'Foxes' }),
      makeProduct({ ...plain, _id: 'other', title: 'Clementines and a fox', designer: [] }),
    ];
    const search = searchOver(products);
    expect(ranked(products, 'foxes')).toEqual(['foxes', 'other']);
    expect(found(search, 'clementine fox', products).toSorted()).toEqual(['foxes', 'whale']);
    expect(found(search, 'whale by Clementine Fox', products)).toEqual(['whale']);
    expect(found(searchOver([whale]), 'junipers', [whale])).toEqual([]);
  });

  test('a designer’s name is found whole, however long and with words that are else ignored', () => {
    const plain = { description: '', sku: '1' };
    const house = makeProduct({
      ...plain,
      _id: 'house',
      title: 'Whale',
      designer: ['House of Owls'],
    });
    const ship = makeProduct({
      ...plain,
      _id: 'ship',
      title: 'Whale',
      designer: ['Very Little Paper Ship Company'],
    });
    const products = [
      house,
      ship,
      makeProduct({ ...plain, _id: 'owls', title: 'Owls in a house' }),
      makeProduct({ ...plain, _id: 'little', title: 'Little ship' }),
    ];
    const search = searchOver(products);
    expect(found(search, 'House of Owls', products)).toEqual(['house']);
    expect(ranked(products, 'House of Owls')).toEqual(['house', 'owls']);
    expect(found(search, 'very little paper ship company', products)).toEqual(['ship']);
    const moons = [
      makeProduct({ ...plain, _id: 'hers', title: 'Moon', designer: ['Juniper Moon'] }),
      makeProduct({ ...plain, _id: 'berries', title: 'Juniper berries' }),
    ];
    expect(found(searchOver(moons), 'moon by Juniper Moon', moons)).toEqual(['hers']);
    const same = makeProduct({ ...house, _id: 'same', designer: ['HOUSE of owls'] });
    const both = [house, same];
    expect(found(searchOver(both), 'house of owls', both).toSorted()).toEqual(['house', 'same']);
  });

  test('a word that every JavaScript object has is a word like any other', () => {
    const products = [makeProduct({ _id: 'a', title: 'Constructor', description: '' })];
    for (const text of ['constructor', 'constructors', 'dark constructor', 'fox constructor']) {
      expect(ranked(products, text), text).toEqual(['a']);
    }
  });

  test('where designs have a thing, its colour alone is only close', () => {
    const colored = { description: '', sku: '1', swatches: 'f5e05cf' };
    const yellow = makeProduct({ ...colored, _id: 'yellow', title: 'Nap' });
    const products = [yellow, makeProduct({ ...colored, _id: 'lemon', title: 'Lemonade, lemon' })];
    const search = searchOver(products);
    expect(found(search, 'lemon', products)).toEqual(['lemon']);
    expect(ranked(products, 'lemon')).toEqual(['lemon', 'yellow']);
    expect(found(search, 'lemon yellow', products)).toEqual(['lemon', 'yellow']);
    expect(found(searchOver([yellow]), 'lemon', [yellow])).toEqual(['yellow']);
  });

  test('designs that are no longer there change no ranking', () => {
    const titled = (title: string, count: number) =>
      Array.from({ length: count }, (_, place) =>
        makeProduct({ _id: `${title} ${place}`, title, description: '', sku: '1' }),
      );
    const products = [
      ...titled('Fox', 5),
      ...titled('Owl', 5),
      ...titled('Fox owl', 1),
      ...titled('Whale', 1),
    ];
    const gone = titled('Moon', 1000);
    const search = searchOver([...products, ...gone]);
    search.prepare(Number.POSITIVE_INFINITY);
    for (const { _id } of gone) search.remove(_id);
    const texts = search.find('fox owl whale')?.without;
    expect(texts).toEqual(searchOver(products).find('fox owl whale')?.without);
  });

  test('colour words meet what was measured, whatever the keywords say', () => {
    const colored = { title: 'Nap', description: '', sku: '1' };
    const products = [
      makeProduct({ ...colored, _id: 'sage', swatches: 'a9b795cf8f1de3' }),
      makeProduct({ ...colored, _id: 'navy', swatches: '23355cf' }),
      makeProduct({ ...colored, _id: 'pink', swatches: 'e6bcb4f' }),
      makeProduct({ ...colored, _id: 'unmeasured', swatches: '' }),
    ];
    const search = searchOver(products);
    const idsOf = (text: string) => found(search, text, products);
    expect(idsOf('sage green')).toEqual(['sage']);
    expect(idsOf('dusty pink')).toEqual(['pink']);
    expect(idsOf('moody')).toEqual(['navy']);
    expect(idsOf('navy blue')).toEqual(['navy']);
    expect(idsOf('neon green')).toEqual([]);
    search.put({ ...products[3], swatches: '23355cf' } as Product);
    expect(idsOf('navy').toSorted()).toEqual(['navy', 'unmeasured']);
  });

  test.each([
    ['a text of 200 words', 'fox moon '.repeat(100)],
    ['filler words', 'the of and'],
    ['signs', '?!… ---'],
    ['a letter', 'f'],
    ['Thai', 'สวัสดีชาวโลก'],
    ['Polish', 'zażółć gęślą jaźń'],
    ['nothing but words of use', 'cotton fabric'],
  ])('takes %s', (_, text) => {
    expect(ranked([fox, whale], text).length).toBeLessThanOrEqual(2);
  });

  test('indexes waiting designs in pieces, and the rest when searched', () => {
    const search = searchOver([fox, whale]);
    expect(search.prepare(1)).toBe(false);
    expect(found(search, 'whale', [fox, whale])).toEqual(['b']);
    expect(search.prepare(1)).toBe(true);
  });
});
