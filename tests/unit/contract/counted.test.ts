import { expect, test } from 'vitest';
import { counted } from '#contract/wire/counted.ts';

test.each([
  [0, '0 orders'],
  [1, '1 order'],
  [999, '999 orders'],
  [12_000, '12,000 orders'],
])('counts %d', (count, text) => {
  expect(counted(count, 'order')).toBe(text);
});

test('a plural of its own is given', () => {
  expect(counted(1, 'change is', 'changes are')).toBe('1 change is');
  expect(counted(2, 'change is', 'changes are')).toBe('2 changes are');
});
