import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRow } from '#contract/wire/csv.ts';

/** Texts full of what CSV and spreadsheets stumble over. */
const hostileText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=+-@\t\r\n",;\'| \0\u200b＝é花🎨a1'),
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  ),
  maxLength: 40,
});

/** The rows of a file, parsed according to RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  let rest = text;
  while (rest !== '') {
    const [whole = '', quoted, plain, end] =
      /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? [];
    if (whole === '') throw new Error(`no CSV: ${rest}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push(row.splice(0));
    rest = rest.slice(whole.length);
  }
  return rows;
}

test('reads back what was written, except for the apostrophe before what a spreadsheet would run', () => {
  fc.assert(
    fc.property(fc.array(fc.array(hostileText, { minLength: 1 }), { maxLength: 5 }), (rows) => {
      const read = parse(rows.map(csvRow).join(''));
      expect(read.map((cells) => cells.length)).toEqual(rows.map((cells) => cells.length));
      for (const [place, cells] of rows.entries()) {
        for (const [column, cell] of cells.entries()) {
          const found = read[place]?.[column] ?? '';
          expect(found === cell || found === `'${cell}`).toBe(true);
          expect(found).not.toMatch(/^\s*[=+\-@]/);
          expect(found).not.toMatch(/^[\t\r\n]/);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
  ['+1', "'+1"],
  ['-5.00', "'-5.00"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['5-1', '5-1'],
  ['Foxes, "wild"', 'Foxes, "wild"'],
  ['', ''],
])('%j is written so that it reads as %j', (given, wanted) => {
  expect(parse(csvRow([given]))).toEqual([[wanted]]);
});

test('writes a number as a number, and nothing as an empty cell', () => {
  expect(csvRow([12, null, 'a'])).toBe('12,,a\r\n');
});
