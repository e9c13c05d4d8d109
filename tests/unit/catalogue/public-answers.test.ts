import { hash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CatalogueFeed } from '#server/catalogue/feed.ts';
import { createPublicAnswers } from '#server/catalogue/public-answers.ts';
import type { SearchLimit } from '#server/catalogue/search-limit.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { encodedText } from '#server/platform/http/encoded-text.ts';

let asked = 0;
let version = 1;
const catalogue: CatalogueFeed = {
  get cursor() {
    return String(version);
  },
  knows: () => true,
  answer() {
    asked += 1;
    return { products: [], totalPages: 0, total: 0 } as never;
  },
  designs: () => [],
  refresh: async () => undefined,
  searchEngineTexts: firstContent.searchEngines,
  isSearchable: true,
  searchable: async () => undefined,
};
const limit: SearchLimit = { spend: () => undefined };
const asking = (search: string) => ({ search, address: () => 'local' });

const hardToCompress = (length: number) => hash('shake256', '', { outputLength: length / 2 });

/** A catalogue whose answers have this many characters; counts how many it made. */
function countingAnswers(length: (query: { readonly page: number }) => number) {
  let count = 0;
  const counted: CatalogueFeed = {
    ...catalogue,
    get cursor() {
      return String(version);
    },
    answer(_, { query }) {
      count += 1;
      return { text: hardToCompress(length(query as never)) } as never;
    },
  };
  return { counted, made: () => count };
}

beforeEach(() => {
  asked = 0;
});

describe('public answers', () => {
  test('are cached until the catalogue changes', () => {
    const answers = createPublicAnswers(catalogue, 100_000, limit);
    answers.json('productsFilter', {}, asking('page=2'));
    answers.json('productsFilter', {}, asking('page=2'));
    expect(asked).toBe(1);
    version += 1;
    answers.json('productsFilter', {}, asking('page=2'));
    expect(asked).toBe(2);
  });

  test('are cached once, whatever else a query contains and however it is written', () => {
    const answers = createPublicAnswers(catalogue, 100_000, limit);
    for (const more of ['', 'x=1', 'x=2', 'page=1', 'sort=newest&page=1', 'page=%31']) {
      answers.json('productsFilter', {}, asking(more));
    }
    for (let count = 0; count < 100; count += 1) answers.json('products', {}, asking(`x=${count}`));
    expect(asked).toBe(2);
  });

  test('are evicted by size, the oldest first', () => {
    const answers = createPublicAnswers(catalogue, 20_000, limit);
    const search = (category: string) => `category=${category.repeat(1500)}`;
    // If keys took no room, all of them would fit.
    for (const category of 'abcdefg') answers.json('productsFilter', {}, asking(search(category)));
    asked = 0;
    answers.json('productsFilter', {}, asking(search('g')));
    expect(asked).toBe(0);
    answers.json('productsFilter', {}, asking(search('a')));
    expect(asked).toBe(1);
  });

  test('larger than the whole cache are not cached, and evict nothing', () => {
    const { counted, made } = countingAnswers(({ page }) => (page === 9 ? 30_000 : 10));
    const answers = createPublicAnswers(counted, 20_000, limit);
    for (const page of [1, 9, 9, 1]) answers.json('productsFilter', {}, asking(`page=${page}`));
    expect(made()).toBe(3);
  });

  test('have the whole cache again after a change of the catalogue', () => {
    const { counted, made } = countingAnswers(() => 5000);
    const answers = createPublicAnswers(counted, 20_000, limit);
    for (const page of [1, 2]) answers.json('productsFilter', {}, asking(`page=${page}`));
    version += 1;
    for (const page of [1, 2, 1]) answers.json('productsFilter', {}, asking(`page=${page}`));
    expect(made()).toBe(4);
  });

  test('that were evicted while being encoded no longer count', async () => {
    const { counted, made } = countingAnswers(() => 3000);
    // Room for two answers without their encodings.
    const answers = createPublicAnswers(counted, 12_000, limit);
    const text = await answers.text('productsFilter', {}, asking('page=3'));
    const dropped = text.encoded('gzip');
    version += 1;
    for (const page of [1, 2]) answers.json('productsFilter', {}, asking(`page=${page}`));
    await dropped;
    answers.json('productsFilter', {}, asking('page=1'));
    expect(made()).toBe(3);
  });

  test('count at their size in memory: their bytes, and those of encodings once made', async () => {
    const narrow = encodedText('a'.repeat(2000));
    const wide = encodedText('\u2013'.repeat(2000));
    const grown: number[] = [];
    const asked = encodedText('b'.repeat(2000), (bytes) => grown.push(bytes));

    const brotli = await asked.encoded('br');
    await asked.encoded('br');
    const gzip = await asked.encoded('gzip');

    expect([narrow.heldBytes, wide.heldBytes]).toEqual([2000, 6000]);
    expect(grown).toEqual([brotli.byteLength, gzip.byteLength]);
    expect(asked.heldBytes).toBe(2000 + brotli.byteLength + gzip.byteLength);
    // Not a slice of a larger buffer, which would stay in memory as a whole.
    for (const each of [asked.bytes, brotli, gzip]) {
      expect(each.buffer.byteLength).toBe(each.byteLength);
    }
  });

  test('are evicted when encodings grow, not only when answers are added', async () => {
    const { counted, made } = countingAnswers(() => 3000);
    // Room for two answers, but for no encoding.
    const answers = createPublicAnswers(counted, 11_500, limit);
    answers.json('productsFilter', {}, asking('page=1'));
    answers.json('productsFilter', {}, asking('page=2'));
    answers.json('productsFilter', {}, asking('page=1'));
    const before = made();

    await (await answers.text('productsFilter', {}, asking('page=2'))).encoded('gzip');
    answers.json('productsFilter', {}, asking('page=1'));

    expect([before, made()]).toEqual([2, 3]);
  });
});
