import { expect, test } from 'vitest';
import { newPrice } from '#server/designs/bulk/new-price.ts';

test.each([
  [999, { way: 'percent', value: -15 }, 849],
  [1000, { way: 'percent', value: 10 }, 1100],
  [1000, { way: 'percent', value: 10, rounding: 'ninetyNine' }, 1099],
  [1249, { way: 'percent', value: 10, rounding: 'half' }, 1350],
  [1249, { way: 'percent', value: 10, rounding: 'dollar' }, 1400],
  [1200, { way: 'amount', value: -2.5 }, 950],
  [1200, { way: 'amount', value: 0.01, rounding: 'ninetyNine' }, 1199],
  [1200, { way: 'set', value: 7.35 }, 735],
  [30, { way: 'amount', value: -0.1, rounding: 'ninetyNine' }, 99],
  [100, { way: 'amount', value: -2, rounding: 'ninetyNine' }, -100],
] as const)('%i cents become, by %j, %i', (cents, step, expected) => {
  expect(newPrice(cents, step)).toBe(expected);
});
