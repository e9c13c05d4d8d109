import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { runsOf } from '#server/orders/papers/paper-fonts.ts';
import { linesOf } from '#server/orders/papers/paper-text.ts';

test.each([
  ['letters apart from their accents', 'Cafe\u0301', 'Caf\u00e9'],
  ['a narrow space', '10\u202f000', '10 000'],
  ['a mark that can’t be seen', 'Fox\u00adnap\ufeff', 'Foxnap'],
])('a paper draws %s in its font', (_, text, drawn) => {
  const doc = new PDFDocument({ font: '' });

  const [line = []] = linesOf(doc, text, 500, { size: 9 });

  const shown = line.map((word) => word.text).join('');
  expect(shown).toBe(drawn);
  expect(runsOf(shown, 'latin')).toEqual([{ font: 'latin', text: drawn }]);
});
