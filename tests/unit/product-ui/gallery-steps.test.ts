import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyStep, stepFrom, swipeStep } from '#features/product/gallery-steps.ts';

describe('a step', () => {
  test('wraps around past the last and before the first', () => {
    expect(stepFrom(3, 1, 4)).toBe(0);
    expect(stepFrom(0, -1, 4)).toBe(3);
    expect(stepFrom(1, 1, 4)).toBe(2);
  });

  test('stays put with a single picture, and at 0 with none', () => {
    expect(stepFrom(0, 1, 1)).toBe(0);
    expect(stepFrom(0, -1, 0)).toBe(0);
  });

  test('returns after as many steps as there are pictures', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(39), (count, at) => {
        const start = at % count;
        let place = start;
        for (let taken = 0; taken < count; taken++) place = stepFrom(place, -1, count);
        expect(place).toBe(start);
      }),
    );
  });
});

test('treats a swipe to the left as next and to the right as previous', () => {
  expect(swipeStep(-80, 10)).toBe(1);
  expect(swipeStep(80, -10)).toBe(-1);
});

test('ignores a short or mostly vertical swipe', () => {
  expect(swipeStep(-20, 0)).toBe(0);
  expect(swipeStep(-80, 120)).toBe(0);
});

test('accepts the arrow keys and no others', () => {
  expect(keyStep('ArrowRight')).toBe(1);
  expect(keyStep('ArrowLeft')).toBe(-1);
  expect(keyStep('ArrowDown')).toBe(0);
});
