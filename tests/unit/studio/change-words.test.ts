import { expect, test } from 'vitest';
import { changeWords } from '#studio/features/today/change-words.ts';

test.each([
  [0, 0, 'unchanged'],
  [3, 0, 'none before'],
  [112, 100, 'up 12%'],
  [0, 8, 'down 100%'],
  [3000, 100, 'up 2,900%'],
])('%i after %i is %s', (now, before, words) => {
  expect(changeWords(now, before)).toBe(words);
});
