import { importFileBytes, importRowsMost } from '#contract/studio/imports.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readBytes } from '../../platform/http/read-bytes.ts';

export const emptyFile = 'This file is empty.';

const tooLarge = `This file is larger than ${importFileBytes / 1024 / 1024} MB. Please split it.`;

/** Receives a file for `readCsv`. @throws TOO_LARGE; MALFORMED if no bytes arrive */
export function receiveCsv(bytes: ReadableStream<Uint8Array>): Promise<Buffer> {
  return readBytes(bytes, importFileBytes, { tooLarge, empty: emptyFile });
}

/** Of a file with more than `importRowsMost`. */
export function tooManyRows(): Problem {
  const most = importRowsMost.toLocaleString('en-US');
  return new Problem('INVALID', `This file has more than ${most} rows. Please split it.`);
}

/** Whether a row has more fields than the header: a text with a separator has no quotation marks around it. */
export function hasMoreFields(fields: readonly string[], width: number): boolean {
  return fields.slice(width).some((field) => field.trim() !== '');
}
