import { describe, expect, it } from 'vitest';
import { shareFound } from '#server/platform/database/common-search.ts';

/** 66 runs of 30 rows each, with this many matches. */
const runs = (found: (run: number) => number) =>
  Array.from({ length: 66 }, (_, run) => ({ rows: 30, found: found(run) }));

describe('the share of rows that surely match', () => {
  it('is nearly all where every row does', () => {
    const { likely, sure } = shareFound(runs(() => 30));
    expect(likely).toBe(1);
    expect(sure).toBeGreaterThan(0.9);
  });

  it('is somewhat less than in the sample where matches are spread', () => {
    const { likely, sure } = shareFound(runs((run) => 2 + (run % 3)));
    expect(likely).toBeCloseTo(0.1, 3);
    expect(sure).toBeGreaterThan(0.07);
    expect(sure).toBeLessThan(0.08);
  });

  it('is none where one run of the sample happens to have all of a day’s orders', () => {
    expect(shareFound(runs((run) => (run === 7 ? 30 : 0))).sure).toBeLessThan(0);
  });

  it('is less than in the sample where few runs happen to have equally many', () => {
    const few = Array.from({ length: 12 }, () => ({ rows: 30, found: 3 }));
    expect(shareFound(few).sure).toBeLessThan(0.05);
  });

  it('is far from all where few runs happen to match whole', () => {
    const few = Array.from({ length: 12 }, () => ({ rows: 30, found: 30 }));
    expect(shareFound(few).sure).toBeLessThan(0.65);
  });

  it('is none without a match or without rows', () => {
    expect(shareFound(runs(() => 0))).toEqual({ likely: 0, sure: 0 });
    expect(shareFound([])).toEqual({ likely: 0, sure: 0 });
  });
});
