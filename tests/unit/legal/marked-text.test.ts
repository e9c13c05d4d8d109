import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { MarkedText } from '#features/legal/marked-text.tsx';

const shown = (text: string) =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(MarkedText, { text, items: 250 })),
  );

test('shows paragraphs, lists, bold words and links', () => {
  expect(shown('One **bold** word.\n\n- First\n- [Second](/licence)')).toBe(
    '<p>One <strong>bold</strong> word.</p><ul><li>First</li><li><a href="/licence">Second</a></li></ul>',
  );
});

test('names the number of goods that a licence covers', () => {
  expect(shown('For {items} items.')).toBe('<p>For 250 items.</p>');
});

test('shows HTML and links to scripts as the text that they are', () => {
  expect(shown('<b>Hi</b> [run](javascript:alert)')).toBe(
    '<p>&lt;b&gt;Hi&lt;/b&gt; [run](javascript:alert)</p>',
  );
});
