import { expect, test } from 'vitest';
import { termsPath } from '#contract/shop/paths.ts';

test('the terms in force have the plain address, which devices store', () => {
  expect(termsPath('2026-11', '2026-11')).toBe('/terms-conditions');
  expect(termsPath('', '2026-11')).toBe('/terms-conditions');
});

test('earlier terms have their version in the address', () => {
  expect(termsPath('2026-11', '2027 & on')).toBe('/terms-conditions?version=2026-11');
  expect(termsPath('2027 & on', undefined)).toBe('/terms-conditions?version=2027+%26+on');
});
