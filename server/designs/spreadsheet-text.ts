import { startsFormula } from '#contract/wire/csv.ts';
import { besideNumbers, falsehoods, months, plainWord, truths } from './spreadsheet-words.ts';

/** Whether a spreadsheet may read a text as a formula, number, date or truth value, and write it in another way. */
export function isForSpreadsheet(text: string): boolean {
  if (startsFormula(text) || truthOf(text) !== null) return true;
  if (!/\p{N}/u.test(text)) return false;
  return wordsIn(text).every((word) => months.has(word) || besideNumbers.has(word));
}

/** Words, without exponents, a and p for the half of a day, and the T and Z of an instant. */
function wordsIn(text: string): string[] {
  const rest = text.normalize('NFKD').replace(/(?<=\p{N}[.,]? ?)[aeptz](?!\p{L})/giu, ' ');
  return (rest.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).map(plainWord);
}

function truthOf(text: string): boolean | null {
  const word = /^\s*\p{L}+\s*$/u.test(text.normalize()) ? plainWord(text) : '';
  return truths.has(word) ? true : falsehoods.has(word) ? false : null;
}

/** Whether a spreadsheet made `cell` from a cell with `text` that nobody edited: as a number, a date or a truth value. */
export function isRewritten(cell: string, text: string): boolean {
  if (isWithLostCharacters(cell, text)) return true;
  if (!isForSpreadsheet(text)) return false;
  const truth = truthOf(text);
  return (
    (truth !== null && truthOf(cell) === truth) ||
    isSameNumber(cell, text) ||
    isSameDate(cell, text)
  );
}

/** Spreadsheets that save in an old encoding write a question mark for each character that it lacks. */
function isWithLostCharacters(cell: string, text: string): boolean {
  return (
    cell.length === text.length &&
    cell.includes('?') &&
    Array.from(text.split(''), (unit, at) => [unit, cell[at]] as const).every(
      ([unit, written]) => unit === written || (unit > '\x7f' && written === '?'),
    )
  );
}

const writtenNumber = /^-?\d[\d.,]*(?:E[+-]?\d+)?%?$/i;

function isSameNumber(cell: string, text: string): boolean {
  if (!writtenNumber.test(cell)) return false;
  const [mantissa = '', exponent] = cell.toUpperCase().split('E');
  const digits = mantissa.replace(/\D/g, '').length;
  // Numbers with an exponent are rounded, others of more than 15 digits cut off.
  const share = exponent === undefined ? (digits > 15 ? 1e-14 : 0) : 5 * 10 ** -digits;
  return numbersOf(cell).some((one) =>
    numbersOf(text).some((other) => Math.abs(one - other) <= Math.abs(other) * share),
  );
}

/** The numbers that a text can be read as: of point and comma either one can be between thousands. */
function numbersOf(text: string): number[] {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replaceAll('\u2212', '-')
    .replace(/[\p{Sc}\s']|\p{L}{2,}/gu, '');
  const [, open, mantissa = '', exponent = '', percent, minus] =
    /^([(+-]*)([\d.,]*)(E[+-]?\d+)?(%?)\)?([+-]?)$/i.exec(plain) ?? [];
  if (!/\d/.test(mantissa)) return [];
  const sign = /[(-]/.test(`${open}${minus}`) ? -1 : 1;
  const ways = [
    mantissa.replace(',', '.'),
    ...(/^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(mantissa) ? [mantissa.replaceAll(',', '')] : []),
    ...(/^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/.test(mantissa)
      ? [mantissa.replaceAll('.', '').replace(',', '.')]
      : []),
  ];
  return ways
    .map((one) => (sign * Number(`${one}${exponent}`)) / (percent ? 100 : 1))
    .filter(Number.isFinite);
}

/** How spreadsheets write dates and times, in their various settings. */
const writtenDates = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/,
  /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/,
  /^\d{1,2}(?:[- .]|\. )\p{L}{3,4}\.?(?:[- ]\d{2,4})?$/u,
  /^\p{L}{3,4}\.?[- ]\d{2,4}$/u,
  /^\d{1,2}:\d{2}(?::\d{2})?(?: [AP]M)?$/i,
];

function isWrittenDate(cell: string): boolean {
  return (
    writtenDates.some((form) => form.test(cell)) &&
    wordsIn(cell).every((word) => months.has(word) || besideNumbers.has(word))
  );
}

/** Whether a date or time has all parts of a text, and at most a year, a first day or seconds besides. */
function isSameDate(cell: string, text: string): boolean {
  if (!isWrittenDate(cell)) return false;
  const left = datePartsOf(cell);
  const parts = datePartsOf(text);
  for (const part of parts) {
    const at = left.indexOf(part);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return parts.length > 1 && left.length <= 1;
}

/** Days, months, hours and so on as numbers; of years the last two digits. */
function datePartsOf(text: string): number[] {
  const isAfternoon = /\dp|\bpm\b/i.test(text.replaceAll(' ', ''));
  const numbers = (text.normalize('NFKC').match(/\d+/g) ?? []).map((digits, place) => {
    const value = Number(digits) % 100;
    return isAfternoon && place === 0 && value < 12 ? value + 12 : value;
  });
  return [...numbers, ...wordsIn(text).flatMap((word) => months.get(word) ?? [])];
}

/** Whether a text that should be a name has the form that a spreadsheet gives numbers, dates and errors. */
export function looksRewritten(text: string): boolean {
  return (
    /^-?\d(?:[.,]\d+)?E[+-]\d{1,3}$/i.test(text) ||
    // A double has 15 digits, and zeroes after them.
    /^[1-9]\d{14}0+$/.test(text) ||
    /^#(?:NAME\?|VALUE!|REF!|NUM!|DIV\/0!|N\/A|NULL!|#+)$/.test(text) ||
    isWrittenDate(text)
  );
}
