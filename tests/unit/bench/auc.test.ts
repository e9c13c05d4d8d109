import { expect, test } from 'vitest';
import { aucOf } from '#tests/bench/account-timing.ts';

test.each([
  ['times that never overlap', [1, 2, 3], [4, 5, 6], 1],
  ['the same, the other way round', [4, 5, 6], [1, 2, 3], 1],
  ['equal times', [1, 1], [1, 1], 0.5],
  ['times of one kind', [1, 4], [2, 3], 0.5],
  ['times that overlap', [1, 2, 5], [3, 4, 6], 7 / 9],
])('measures %s', (_, ones, others, auc) => {
  expect(aucOf(ones, others)).toBeCloseTo(auc);
});
