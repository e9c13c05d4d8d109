import { expect, test } from 'vitest';
import { isForSpreadsheet, isRewritten, looksRewritten } from '#server/designs/spreadsheet-text.ts';

test.each([
  ...['July 4', 'MAR-1', '12 March', 'Sept 5', 'Sat 4 July', '5. Mai 2026', 'mars 5', '5 марта'],
  ...['12 de março', '2026-03-12', '1.2.3', '5/8', '10:30', '5 PM', '5p', '2026-01-01T00:00:00Z'],
  ...['00123', '1.50', '-5', '5-', '(5)', '50 %', '€5', '5 EUR', 'kr 5', '1E5', '1e+5', '−5', '٣'],
  ...['½', '1 1/2', 'TRUE', 'true', 'Wahr', 'faux', '=fox', '@fox', '+1', '＝1', "'=1", '\t=1'],
  ...[
    '1.e5',
    '1,E5',
    '1.e+5',
    'TRUE ',
    ' wahr',
    '5月4日',
    '2026年7月4日',
    '3月5日 10:30',
    '午後3時',
    '7월 4일',
  ],
])('a spreadsheet may change %j', (text) => {
  expect(isForSpreadsheet(text)).toBe(true);
});

test.each([
  ...['Fox 2', '2 foxes', 'S-12', 'E5', 'A1', 'FOX-2026-03', 'No. 5', 'March', 'May the 4th'],
  ...['True love', 'Q1 2026', '5 kg', 'v1.2', '狐 3', "it's 5", 'Fox; Moon', '', '#', '%'],
  ...['5.eclipse', 'No.5e', '月 3 foxes', '日本 5', 'true north'],
])('a spreadsheet keeps %j', (text) => {
  expect(isForSpreadsheet(text)).toBe(false);
});

test.each([
  ['2026/07/04', 'July 4'],
  ['2026/03/01', 'MAR-1'],
  ['1-Mar', 'MAR-1'],
  ['Mar-26', 'March 2026'],
  ['8-May', '5/8'],
  ['22:30:00', '10:30 PM'],
  ['0.5', '50 %'],
  ['5', '€5'],
  ['-5', '(5)'],
  ['123', '00123'],
  ['1234', '1,234'],
  ['1.23457E+16', '12345678901234567'],
  ['1,23457E+16', '12345678901234567'],
  ['12345678901234500', '12345678901234567'],
  ['WAHR', 'true'],
  ['F?chse ??', 'Füchse 🦊'],
])('a spreadsheet made %j of %j', (cell, text) => {
  expect(isRewritten(cell, text)).toBe(true);
});

test.each([
  ['124', '00123'],
  ['1200', '12.00'],
  ['2026/07/05', 'July 4'],
  ['4 July 2027 ', 'July 4'],
  ['9-May', '5/8'],
  ['1.3E+16', '12345678901234567'],
  ['FALSE', 'true'],
  ['5', 'Fox 5'],
  ['Fuchse', 'Füchse'],
  ['Fox?', 'Foxy'],
  ['', '00123'],
])('a person wrote %j in place of %j', (cell, text) => {
  expect(isRewritten(cell, text)).toBe(false);
});

test.each([
  ...['1.23457E+16', '1,23457E+16', '12345678901234500', '#NAME?', '########'],
  ...['2026/05/08', '8-May', 'May-26', '5/8/2026', '10:30:00', '01. Mär'],
])('%j looks as a spreadsheet writes', (text) => {
  expect(looksRewritten(text)).toBe(true);
});

test.each(['S-12', '00123', 'SS-24', 'Fox-12', '12345', '1234567890123456', 'E5', '5/8', ''])(
  '%j looks as a person writes',
  (text) => {
    expect(looksRewritten(text)).toBe(false);
  },
);
