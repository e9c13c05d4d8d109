import { expect, test } from 'vitest';
import { chunk } from '#contract/wire/chunk.ts';

test.each<[number, number[][]]>([
  [0, []],
  [2, [[0, 1]]],
  [3, [[0, 1, 2]]],
  [4, [[0, 1, 2], [3]]],
  [7, [[0, 1, 2], [3, 4, 5], [6]]],
])('%i items in pieces of three', (count, pieces) => {
  expect([...chunk([...Array(count).keys()], 3)]).toEqual(pieces);
});
