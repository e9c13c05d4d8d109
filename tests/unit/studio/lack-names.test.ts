import { expect, test } from 'vitest';
import { lacksText } from '#studio/features/designs/lack-names.ts';

test('what a draft lacks reads as one sentence', () => {
  expect(lacksText(['price'])).toBe('No price');
  expect(lacksText(['categoryIds', 'images', 'files'])).toBe(
    'No category, no picture, no finished file',
  );
});
