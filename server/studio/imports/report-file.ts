import type { Database } from '../../database/open.ts';
import { attachment, safeName } from '../../files/safe-name.ts';
import { byteOrderMark, csvRow } from '../csv.ts';
import { failedPictures, readImport } from './report.ts';

/** The whole report as a file: a line for each row, then one for each picture that could not be had. */
export async function reportFile(read: Database['read'], importId: string): Promise<Response> {
  const { fileName } = await readImport(read, importId);
  const rows = await read
    .selectFrom('importRows')
    .select(['row', 'title', 'what', 'outcome', 'reason'])
    .where('importId', '=', importId)
    .orderBy('row')
    .execute();
  const pictures = await failedPictures(read, importId).execute();
  const lines = [
    ['Row', 'Title', 'What', 'Outcome', 'Why', 'Address'],
    ...rows.map(({ row, title, what, outcome, reason }) => [row, title, what, outcome, reason, '']),
    ...pictures.map(({ row, title, problem, address }) => [
      row,
      title,
      'Picture',
      'not fetched',
      problem,
      address,
    ]),
  ];
  const name = safeName(`${fileName.replace(/\.\w+$/, '')} report.csv`);
  return new Response(byteOrderMark + lines.map(csvRow).join(''), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(name),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
