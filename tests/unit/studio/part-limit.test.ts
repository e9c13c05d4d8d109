import { expect, test } from 'vitest';
import { rememberedLimit } from '#studio/features/designs/files/part-limit.ts';

const now = 1_790_000_000_000;

test('the size that passes is remembered for a day', () => {
  expect(rememberedLimit(`1048576 ${now}`, now)).toBe(1_048_576);
  expect(rememberedLimit(`262144 ${now - 86_399_999}`, now)).toBe(262_144);
  expect(rememberedLimit(`262144 ${now - 86_400_000}`, now)).toBeNull();
});

test.each([null, '', '1048576', '0 1790000000000', 'x y', '-5 1790000000000', '1e9 1'])(
  'of %s nothing is remembered',
  (stored) => {
    expect(rememberedLimit(stored, now)).toBeNull();
  },
);

test('a clock that was set back forgets it', () => {
  expect(rememberedLimit(`1048576 ${now + 1000}`, now)).toBeNull();
});
