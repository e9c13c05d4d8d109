import { expect, test } from 'vitest';
import { countSince } from '#features/home/count-since.ts';

test('counts what was published after an instant, not at it', () => {
  const products = [3, 2, 1].map((day) => ({ publishedAt: `2026-02-0${day}T00:00:00.000Z` }));
  expect(countSince(products, Date.parse('2026-02-01T00:00:00.000Z'))).toBe(2);
  expect(countSince(products, Date.parse('2026-02-04T00:00:00.000Z'))).toBe(0);
});
