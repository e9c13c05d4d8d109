import { describe, expect, test } from 'vitest';
import { createSearch } from '#contract/search.ts';
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

function find(text: string): string[] {
  const found = createSearch([fox, whale]).find(text);
  return [...(found ?? [])].map(({ _id }) => _id).sort();
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
    expect(createSearch([fox]).find('   ')).toBeNull();
  });

  test('follows a design that is changed and one that is taken out', () => {
    const search = createSearch([fox, whale]);
    search.put({ ...fox, title: 'Badger' });
    search.remove('b');
    expect(search.find('foxglove')?.size).toBe(0);
    expect(search.find('badger')?.size).toBe(1);
    expect(search.find('whale')?.size).toBe(0);
  });
});
