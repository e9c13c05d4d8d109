import { expect, test } from 'vitest';
import { collectionShares } from '#contract/shop/collection-price.ts';

const sum = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0);

test('the shares of all designs add up to the price, whatever is rounded', () => {
  const costs = [333, 333, 334, 999, 1];

  const shares = collectionShares(1000, sum(costs), costs);

  expect(sum(shares)).toBe(1000);
  expect(shares.every((share, place) => share <= (costs[place] ?? 0))).toBe(true);
});

test('leaving designs out lowers the price in proportion', () => {
  expect(collectionShares(2400, 3000, [1000])).toEqual([800]);
  expect(collectionShares(2400, 3000, [1000, 2000])).toEqual([800, 1600]);
});

test('designs never cost more together than one by one', () => {
  expect(collectionShares(3000, 3000, [1000, 2000])).toEqual([1000, 2000]);
  expect(collectionShares(9900, 3000, [1000, 2000])).toEqual([1000, 2000]);
  expect(collectionShares(0, 0, [0, 0])).toEqual([0, 0]);
});

test('a collection can be free', () => {
  expect(collectionShares(0, 3000, [1000, 2000])).toEqual([0, 0]);
});
