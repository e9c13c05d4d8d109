import { expect, test } from 'vitest';
import { newUuid } from '#contract/wire/new-uuid.ts';

test('a new UUID has the form of a random one, and is new', () => {
  const made = Array.from({ length: 1000 }, newUuid);
  for (const uuid of made) {
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  }
  expect(new Set(made).size).toBe(1000);
});
