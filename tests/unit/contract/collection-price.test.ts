import { expect, test } from 'vitest';
import { collectionShares, partPrice, sumOf } from '#contract/shop/collection-price.ts';

test('shares add up to what the designs cost together, whatever is rounded', () => {
  const costs = [333, 333, 334, 999, 1];

  const shares = collectionShares(1000, costs);

  expect(sumOf(shares)).toBe(1000);
  expect(shares.every((share, place) => share <= (costs[place] ?? 0))).toBe(true);
});

test('leaving designs out lowers the price in proportion', () => {
  expect(partPrice(2400, 3000, 3000, 3000)).toBe(2400);
  expect(partPrice(2400, 3000, 1000, 1000)).toBe(800);
  expect(collectionShares(2400, [1000, 2000])).toEqual([800, 1600]);
});

test('designs never cost more together than one by one', () => {
  expect(partPrice(3000, 3000, 1000, 1000)).toBe(1000);
  expect(partPrice(9900, 3000, 1000, 700)).toBe(700);
  expect(partPrice(2400, 3000, 1000, 700)).toBe(700);
  expect(partPrice(0, 0, 0, 0)).toBe(0);
  expect(collectionShares(3000, [1000, 2000])).toEqual([1000, 2000]);
  expect(collectionShares(0, [0, 0])).toEqual([0, 0]);
});

test('a discount makes no part dearer', () => {
  const price = 2400;
  const listed = [1000, 700, 1300];
  const all = sumOf(listed);
  for (const percent of [0, 5, 20, 50, 99]) {
    const now = listed.map((cents) => cents - Math.floor((cents * percent) / 100));
    for (const kept of [[0], [1, 2], [0, 2], [0, 1, 2]]) {
      const part = sumOf(kept.map((place) => listed[place] ?? 0));
      const before = partPrice(price, all, part, part);
      const after = partPrice(price, all, part, sumOf(kept.map((place) => now[place] ?? 0)));
      expect(after).toBeLessThanOrEqual(before);
    }
  }
});

test('a collection can be free', () => {
  expect(partPrice(0, 3000, 3000, 3000)).toBe(0);
  expect(collectionShares(0, [1000, 2000])).toEqual([0, 0]);
});
