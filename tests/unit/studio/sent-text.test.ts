import { expect, test } from 'vitest';
import { sentText } from '#studio/features/designs/files/sent-text.ts';

test.each([
  [0, 12_000_000, '(0%)'],
  [3_000_000, 12_000_000, '(25%)'],
  [11_999_999, 12_000_000, '(99%)'],
  [12_000_000, 12_000_000, '(100%)'],
  [0, 0, '(100%)'],
])('%i of %i bytes are %s', (sent, bytes, percent) => {
  expect(sentText(sent, bytes)).toContain(percent);
});
