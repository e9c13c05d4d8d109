import { expect, test } from 'vitest';
import { isRecent } from '#features/catalogue/is-recent.ts';

test('counts a design as new for two weeks', () => {
  const published = '2026-03-01T12:00:00.000Z';
  expect(isRecent(published, Date.parse('2026-03-15T11:59:59.000Z'))).toBe(true);
  expect(isRecent(published, Date.parse('2026-03-15T12:00:00.000Z'))).toBe(false);
});
