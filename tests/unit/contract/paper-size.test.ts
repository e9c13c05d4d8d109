import { expect, test } from 'vitest';
import { paperSizeFor } from '#contract/shop/paper.ts';

test.each([
  ['en-US', 'letter'],
  ['es-419', 'a4'],
  ['en', 'a4'],
  // What WebKit and others call the language of a machine that has none.
  ['c', 'a4'],
  ['', 'a4'],
])('a browser whose language is “%s” prints on %s', (language, size) => {
  expect(paperSizeFor(language)).toBe(size);
});
