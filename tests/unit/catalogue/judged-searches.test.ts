import { describe, expect, test } from 'vitest';
import { judgeSearches } from '#tests/support/judge-searches.ts';

const judged = judgeSearches();

describe('searches of the judged catalogue', () => {
  test('number sixty', () => {
    expect(judged).toHaveLength(60);
  });

  test.each(judged)('"$text" finds designs, some of them relevant', ({ total, meant, ndcg }) => {
    expect(meant).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(0);
    expect(ndcg).toBeGreaterThan(0.4);
  });

  test('rank relevant designs first: NDCG@10 averages at least 0.9', () => {
    const mean = judged.reduce((sum, { ndcg }) => sum + ndcg, 0) / judged.length;
    expect(mean).toBeGreaterThanOrEqual(0.9);
  });
});
