import { describe, expect, it } from 'vitest';
import { surelyFound } from '#server/platform/database/finds-most.ts';

/** 66 runs of 30 rows each, with this many matches. */
const runs = (found: (run: number) => number) =>
  Array.from({ length: 66 }, (_, run) => ({ rows: 30, found: found(run) }));

describe('the share of rows that surely match', () => {
  it('is all where every row does', () => {
    expect(surelyFound(runs(() => 30))).toBe(1);
  });

  it('is somewhat less than in the sample where matches are spread', () => {
    const share = surelyFound(runs((run) => 2 + (run % 3)));
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.1);
  });

  it('is none where one run of the sample happens to have all of a day’s orders', () => {
    expect(surelyFound(runs((run) => (run === 7 ? 30 : 0)))).toBeLessThan(0);
  });

  it('is none without a match or without rows', () => {
    expect(surelyFound(runs(() => 0))).toBe(0);
    expect(surelyFound([])).toBe(0);
  });
});
