import { expect, test } from 'vitest';
import { colorName } from '#features/catalogue/named-colors.ts';

test('a colour is called by its name, and any other by the nearest', () => {
  expect(colorName('23355c')).toBe('Navy');
  expect(colorName('d94f4f')).toBe('Near red');
  expect(colorName('8fd0e0')).toBe('Near sky blue');
  expect(colorName('ffffff')).toBe('Near cream');
});
