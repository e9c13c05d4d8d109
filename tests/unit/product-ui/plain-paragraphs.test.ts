import { expect, test } from 'vitest';
import { plainParagraphs } from '#features/product/plain-paragraphs.ts';

test('gives the words of each block', () => {
  const html = '<p>A <em>soft</em> fox.<br>At dusk.</p><ul><li>One</li><li>Two</li></ul>';
  expect(plainParagraphs(html)).toEqual(['A soft fox.', 'At dusk.', 'One', 'Two']);
});

test('reads the marks that stand for characters', () => {
  expect(plainParagraphs('<p>Moon &amp; stars &lt;3</p>')).toEqual(['Moon & stars <3']);
});

test('has nothing to say of an empty description', () => {
  expect(plainParagraphs('<p> </p>')).toEqual([]);
});
