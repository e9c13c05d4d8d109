import { describe, expect, test } from 'vitest';
import { judge, mean } from '#tests/support/judged/judge.ts';
import { judgedSearches } from '#tests/support/judged/judged-searches.ts';
import { searchesKeptAside } from '#tests/support/judged/searches-kept-aside.ts';

describe.each([
  ['that ranking works with', judgedSearches, 115],
  ['kept aside', searchesKeptAside, 50],
])('searches of marketplaces %s', (_, searches, count) => {
  const judged = judge(searches);

  test('rank what is meant first, and none finds nothing', () => {
    expect(judged).toHaveLength(count);
    expect(judged.filter(({ total }) => total === 0)).toEqual([]);
    expect(mean(judged)).toBeGreaterThanOrEqual(0.92);
  });
});
