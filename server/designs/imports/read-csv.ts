import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CsvError, type CsvErrorCode, parse } from 'csv-parse';
import { Problem } from '../../platform/http/problem.ts';

/** A record of a CSV file. The header is row 1, as in a spreadsheet. */
export interface CsvRecord {
  readonly row: number;
  readonly fields: readonly string[];
}

const delimiters = [',', ';', '\t'] as const;
/** Maximum size of a record: an unclosed quote would swallow the rest of the file. */
const recordBytes = 1024 * 1024;
/** How much is parsed at a time; other work runs in between. */
const chunkBytes = 32 * 1024;

const utf8Wanted = 'Save it as “CSV UTF-8” and choose it again.';

/**
 * Reads the records of a CSV file in UTF-8, with or without a byte order mark, or in UTF-16 with one, as Excel
 * writes “Unicode Text”. Separated by comma, semicolon or tab, or as Excel's line `sep=` says. Skips that line, which
 * no spreadsheet shows, and empty lines.
 * @throws INVALID, saying what is wrong, for bytes that are no such file
 */
export async function* readCsv(file: Buffer): AsyncGenerator<CsvRecord> {
  const whole = inUtf8(file);
  refuseOtherFiles(whole);
  const separator = separatorLine(whole);
  const bytes = whole.subarray(separator?.bytes ?? 0);
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(bytes, separator?.delimiter),
    // Files written by several programs mix line endings.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: recordBytes,
  });
  try {
    let row = 0;
    Readable.from(chunksOf(bytes)).pipe(parser);
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (record.some((field) => field.trim() !== '')) yield { row, fields: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Problem('INVALID', whatIsWrong(error, separator ? 1 : 0));
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
    yield bytes.subarray(at, at + chunkBytes);
    await yieldToEventLoop();
  }
}

function inUtf8(file: Buffer): Buffer {
  const mark = file.toString('hex', 0, 2);
  const isBigEndian = mark === 'feff';
  if ((!isBigEndian && mark !== 'fffe') || file.byteLength % 2 !== 0) return file;
  const text = isBigEndian ? Buffer.from(file).swap16() : file;
  return Buffer.from(text.toString('utf16le'));
}

function refuseOtherFiles(bytes: Buffer): void {
  const head = bytes.toString('latin1', 0, 4);
  if (head.startsWith('PK') || head === '\u00d0\u00cf\u0011\u00e0') {
    throw new Problem('INVALID', `This is a workbook or an archive, not a CSV file. ${utf8Wanted}`);
  }
  if (bytes.includes(0)) throw new Problem('INVALID', 'This isn’t a text file.');
  if (!isUtf8(bytes)) {
    throw new Problem(
      'INVALID',
      `Line ${firstForeignLine(bytes)} has characters that aren’t UTF-8. ${utf8Wanted}`,
    );
  }
}

function firstForeignLine(bytes: Buffer): number {
  let line = 1;
  for (let at = 0; at < bytes.byteLength; line += 1) {
    const found = bytes.indexOf(0x0a, at);
    const end = found === -1 ? bytes.byteLength : found;
    if (!isUtf8(bytes.subarray(at, end))) return line;
    at = end + 1;
  }
  return line;
}

/** The line before the header that names the delimiter, maybe quoted or followed by the empty cells of a spreadsheet. */
function separatorLine(
  bytes: Buffer,
): { readonly delimiter: string; readonly bytes: number } | null {
  const head = bytes.toString('utf8', 0, 200);
  const found = /^\ufeff?"?sep[ ]?=[ ]?(\\t|[,;|\t])"?[,;|\t ]{0,100}(?:\r\n|\n|\r|$)/i.exec(head);
  if (!found) return null;
  const [line, name = ''] = found;
  return { delimiter: name === '\\t' ? '\t' : name, bytes: Buffer.byteLength(line) };
}

/** Finds the delimiter in the header; unquoted column names contain none of the three. `named` counts if it fits. */
function delimiterOf(bytes: Buffer, named?: string): string {
  const head = bytes.toString('utf8', 0, 64 * 1024).trimStart();
  const [header = ''] = head.split(/\r?\n|\r/, 1);
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  if (named !== undefined && count(named) > 1) return named;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

const wrongs: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is never closed',
  CSV_MAX_RECORD_SIZE: 'a row is too long; a quotation mark may be missing before it',
  CSV_INVALID_CLOSING_QUOTE: 'unexpected quotation mark inside a text',
  INVALID_OPENING_QUOTE: 'unexpected quotation mark inside a text',
};

function whatIsWrong(error: CsvError, skippedLines: number): string {
  const line = Reflect.get(error, 'lines');
  const what = wrongs[error.code] ?? 'this isn’t CSV';
  return `The file can’t be read. ${typeof line === 'number' ? `Line ${line + skippedLines}: ` : ''}${what}.`;
}
