import { expect, test } from 'vitest';
import { plainParagraphs } from '#features/product/plain-paragraphs.ts';

test('returns the text of each block', () => {
  const html = '<p>A <em>soft</em> fox.<br>At dusk.</p><ul><li>One</li><li>Two</li></ul>';
  expect(plainParagraphs(html)).toEqual(['A soft fox.', 'At dusk.', 'One', 'Two']);
});

test('decodes character references', () => {
  expect(plainParagraphs('<p>Moon &amp; stars &lt;3</p>')).toEqual(['Moon & stars <3']);
});

test('returns nothing for an empty description', () => {
  expect(plainParagraphs('<p> </p>')).toEqual([]);
});
