import { expect, test } from 'vitest';
import { colorName, distinctColorName } from '#contract/catalogue/named-colors.ts';

test('a colour is called by its name, and any other by the nearest', () => {
  expect(colorName('23355c')).toBe('Navy');
  expect(colorName('d94f4f')).toBe('Near red');
  expect(colorName('8fd0e0')).toBe('Near sky blue');
  expect(colorName('ffffff')).toBe('Near cream');
});

test('two colours that are near the same one have names that differ', () => {
  expect(distinctColorName('23355c')).toBe('Navy');
  expect(distinctColorName('d94f4f')).toBe('Near red (#d94f4f)');
  expect(distinctColorName('d84f4f')).toBe('Near red (#d84f4f)');
});
