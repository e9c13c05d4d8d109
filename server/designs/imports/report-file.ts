import { type Keywords, keywordKinds } from '#contract/shop/keywords.ts';
import { byteOrderMark, csvRow } from '#contract/wire/csv.ts';
import type { Database } from '../../platform/database/open.ts';
import { attachment, safeName } from '../../platform/files/safe-name.ts';
import { failedPictures, readImport } from './report.ts';

/** The whole report as a file: a line for each row, then one for each picture that failed. */
export async function reportFile(read: Database['read'], importId: string): Promise<Response> {
  const { fileName } = await readImport(read, importId);
  const rows = await read
    .selectFrom('importRows')
    .select(['row', 'title', 'what', 'isDesign', 'keywords', 'outcome', 'reason'])
    .where('importId', '=', importId)
    .orderBy('row')
    .execute();
  const pictures = await failedPictures(read, importId).execute();
  const lines = [
    ['Row', 'Title', 'What', 'Keywords', 'Outcome', 'Reason', 'Address'],
    ...rows.map(({ row, title, what, isDesign, keywords, outcome, reason }) => {
      const isPart = isDesign === 0 && outcome !== 'skipped';
      const became = isPart ? 'part of its design' : outcome;
      return [row, title, what, keywordText(keywords), became, reason, ''];
    }),
    ...pictures.map(({ row, title, problem, address }) => [
      row,
      title,
      'Picture',
      '',
      'not downloaded',
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

function keywordText(json: string | null): string {
  if (json === null) return '';
  const keywords = JSON.parse(json) as Keywords;
  return keywordKinds.flatMap((kind) => keywords[kind]).join('; ');
}
