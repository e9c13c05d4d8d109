import { beforeEach, describe, expect, test } from 'vitest';
import type { CatalogueFeed } from '#server/catalogue/feed.ts';
import { createPublicAnswers } from '#server/catalogue/public-answers.ts';
import type { SearchLimit } from '#server/catalogue/search-limit.ts';
import { encodedText } from '#server/http/encoded-text.ts';

let asked = 0;
let version = 1;
const catalogue: CatalogueFeed = {
  get version() {
    return version;
  },
  answer() {
    asked += 1;
    return { products: [], totalPages: 0, total: 0 } as never;
  },
  refresh: async () => undefined,
  isSearchable: true,
  searchable: async () => undefined,
};
const limit: SearchLimit = { spend: () => undefined };
const asking = (search: string) => ({ search, address: () => 'local' });

beforeEach(() => {
  asked = 0;
});

describe('public answers', () => {
  test('are kept until the catalogue changes', () => {
    const answers = createPublicAnswers(catalogue, 100_000, limit);
    answers.json('productsFilter', {}, asking('page=2'));
    answers.json('productsFilter', {}, asking('page=2'));
    expect(asked).toBe(1);
    version += 1;
    answers.json('productsFilter', {}, asking('page=2'));
    expect(asked).toBe(2);
  });

  test('are kept once, whatever else a query holds and however it is written', () => {
    const answers = createPublicAnswers(catalogue, 100_000, limit);
    for (const more of ['', 'x=1', 'x=2', 'page=1', 'sort=newest&page=1', 'page=%31']) {
      answers.json('productsFilter', {}, asking(more));
    }
    for (let count = 0; count < 100; count += 1) answers.json('products', {}, asking(`x=${count}`));
    expect(asked).toBe(2);
  });

  test('make room by size, the oldest first', () => {
    const answers = createPublicAnswers(catalogue, 20_000, limit);
    const search = (category: string) => `category=${category.repeat(1500)}`;
    for (const category of 'abcdefghijklmnop')
      answers.json('productsFilter', {}, asking(search(category)));
    asked = 0;
    answers.json('productsFilter', {}, asking(search('p')));
    expect(asked).toBe(0);
    answers.json('productsFilter', {}, asking(search('a')));
    expect(asked).toBe(1);
  });

  test('larger than all the room are not kept', () => {
    const answers = createPublicAnswers(catalogue, 100, limit);
    answers.json('productsFilter', {}, asking(''));
    answers.json('productsFilter', {}, asking(''));
    expect(asked).toBe(2);
  });

  test('count what is held: the encodings once they are made, and two bytes for wide characters', async () => {
    const narrow = encodedText('a'.repeat(2000));
    const wide = encodedText('\u2013'.repeat(2000));
    const grown: number[] = [];
    const asked = encodedText('b'.repeat(2000), (bytes) => grown.push(bytes));

    const identity = await asked.encoded('identity');
    const brotli = await asked.encoded('br');
    await asked.encoded('br');

    expect([narrow.heldBytes, wide.heldBytes]).toEqual([2000, 4000]);
    expect(grown).toEqual([identity.byteLength, brotli.byteLength]);
    expect(asked.heldBytes).toBe(2000 + 2000 + brotli.byteLength);
    // No part of a larger buffer, which would be held whole.
    expect([identity.buffer.byteLength, brotli.buffer.byteLength]).toEqual([
      identity.byteLength,
      brotli.byteLength,
    ]);
  });

  test('make room when encodings grow, not only when answers are added', async () => {
    const large = { ...catalogue, version, answer: () => ({ text: 'x'.repeat(3000) }) as never };
    let made = 0;
    const counted: CatalogueFeed = {
      ...large,
      answer() {
        made += 1;
        return large.answer();
      },
    };
    // Room for two answers, and for the bytes of neither.
    const answers = createPublicAnswers(counted, 12_000, limit);
    answers.json('productsFilter', {}, asking('page=1'));
    answers.json('productsFilter', {}, asking('page=2'));
    answers.json('productsFilter', {}, asking('page=1'));
    const before = made;

    await answers.respond(
      'productsFilter',
      {},
      {
        ...asking('page=2'),
        header: () => undefined,
      },
    );
    answers.json('productsFilter', {}, asking('page=1'));

    expect([before, made]).toEqual([2, 3]);
  });
});
