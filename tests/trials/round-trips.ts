import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byteOrderMark } from '#contract/wire/csv.ts';
import { readCsv } from '#server/designs/imports/read-csv.ts';
import { tableColumns } from '#server/designs/table/table-columns.ts';
import { guardedText, isUnedited, plainText } from '#server/designs/table/table-text.ts';
import { ensureProgram } from '../../scripts/debian.mjs';

/** What a spreadsheet program did to a sheet that it opened and saved as CSV. */
interface RoundTrip {
  readonly program: string;
  /** Texts that differ where nothing guards them: proof that the program changes such texts. */
  readonly unguarded: number;
  /** Texts whose exported cells don't come back as the text. */
  readonly changed: readonly string[];
  /** Texts whose cells would be in the preview of the upload. */
  readonly shown: readonly string[];
}

const utf8Csv = '44,34,76,1,,0,false,true,false';

/** How each program turns `in.csv` of a folder into `out.csv`. */
const programs: Readonly<Record<string, (folder: string) => void>> = {
  Gnumeric(folder) {
    const program = ensureProgram('ssconvert', ['gnumeric']);
    run(program, [join(folder, 'in.csv'), join(folder, 'out.csv')], folder);
  },
  LibreOffice(folder) {
    const program = ensureProgram('soffice', ['--no-install-recommends', 'libreoffice-calc-nogui']);
    const options = ['--headless', `-env:UserInstallation=file://${folder}/profile`];
    const read = [`--infilter=CSV:${utf8Csv}`, '--convert-to', `ods:calc8`];
    run(program, [...options, ...read, '--outdir', folder, join(folder, 'in.csv')], folder);
    const write = ['--convert-to', `csv:Text - txt - csv (StarCalc):${utf8Csv}`];
    const saved = join(folder, 'saved');
    run(program, [...options, ...write, '--outdir', saved, join(folder, 'in.ods')], folder);
    run('mv', [join(saved, 'in.csv'), join(folder, 'out.csv')], folder);
  },
};

function run(program: string, args: readonly string[], home: string): void {
  const { status, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, HOME: home, LC_ALL: 'C.UTF-8' },
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/**
 * Sends `count` texts that spreadsheets like to change through each program, as titles and SKUs of a table of designs,
 * with their guard and without.
 */
export async function makeRoundTrips(count: number): Promise<RoundTrip[]> {
  const texts = nastyTexts().slice(0, count);
  const trips: RoundTrip[] = [];
  for (const [program, convert] of Object.entries(programs)) {
    const plain = await savedBy(convert, texts);
    const exported = await savedBy(convert, texts.map(guardedText));
    const told = (place: number) =>
      `${JSON.stringify(texts[place])} became ${JSON.stringify(exported[place])}`;
    const where = (isFault: (cell: string, text: string) => boolean) =>
      exported.flatMap((cells, place) =>
        cells.some((cell) => isFault(cell, texts[place] ?? '')) ? [told(place)] : [],
      );
    trips.push({
      program,
      unguarded: plain.filter((cells, place) => cells.some((cell) => cell !== texts[place])).length,
      changed: where((cell, text) => ![cell, plainText(cell)].includes(text)),
      shown: where((cell, text) => !isUnedited(cell, text)),
    });
  }
  return trips;
}

/** The title and the SKU of each row, after a program opened and saved the table. */
async function savedBy(
  convert: (folder: string) => void,
  texts: readonly string[],
): Promise<(readonly string[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pinwheel-sheet-'));
  try {
    const header = ['ID', 'Version', 'Status', ...tableColumns.map(({ name }) => name)];
    const rows = texts.map((text, place) => [`#${place}`, 3, 'draft', text, text, ...otherCells]);
    const csv = [header, ...rows].map((cells) => cells.map(quoted).join(','));
    await writeFile(join(folder, 'in.csv'), `${byteOrderMark}${csv.join('\r\n')}\r\n`);
    convert(folder);
    const saved: string[][] = [];
    for await (const { fields } of readCsv(await readFile(join(folder, 'out.csv')))) {
      saved.push(fields.slice(3, 5));
    }
    if (saved.length !== csv.length)
      throw new Error(`${saved.length} of ${csv.length} rows came back`);
    return saved.slice(1);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const otherCells = [
  ...['12.50', '', 'Kids; Wild', 'Hazel', 'fox; moon', '', '', 'red'],
  ...['yes', 'no', '<p>A fox,\tasleep.</p>\n<p>“Zzz”</p>'],
];

/** A cell as the shop writes it, also one without its guard, which `csvRow` never writes. */
function quoted(cell: string | number): string {
  const text = String(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Titles, SKUs and handles that spreadsheets take for something else, the worst first. */
function nastyTexts(): string[] {
  const known = [
    ...[
      'July 4',
      'MAR-1',
      '12 March',
      '50 %',
      '€5',
      '(5)',
      "'Tis",
      "''Tis",
      "'t Hooft",
      '00123',
      "'00123",
    ],
    ...[
      '1.23457E+16',
      '12345678901234567',
      '5/8',
      '1 1/2',
      '½',
      'TRUE',
      'true',
      'False',
      'wahr',
      '#N/A',
    ],
    ...[
      '=1+1',
      "'=1+1",
      '=HYPERLINK("x")',
      '@fox',
      '+fox',
      '-fox',
      '＝1',
      '−5',
      '-0',
      '1e999',
      '-1:30',
    ],
    ...[
      '5 EUR',
      'kr 5',
      '5-',
      '$(5)',
      '1%%',
      '5‰',
      '٣',
      '१२',
      '1_000',
      "1'234",
      '1 000',
      '1\u00a0000',
    ],
    ...[
      '5. Mai 2026',
      'mars 5',
      'Friday 13',
      '4th of July',
      '2026-01-01T00:00:00Z',
      '24:00',
      '5p',
      '5 PM',
    ],
    ...[
      'Fox; Moon',
      'Sleepy fox 2',
      'S-12',
      'A1',
      '0x1F',
      '3D',
      'Q1 2026',
      'NaN',
      'NULL',
      '"Fox"',
      "a'b",
    ],
    ...[
      "'",
      "''",
      '’Tis',
      '🦊 5',
      '狐 3',
      'a, b',
      'a; "b"',
      '<b>5</b>',
      'http://x.example/5',
      '5 kg',
    ],
  ];
  const dates = ['Jan', 'MAR', 'May', 'Jun.', 'july', 'SEPT', 'October', 'dec'].flatMap((month) =>
    ['1', '12', '26', '2026'].flatMap((number) =>
      ['-', ' ', '/', ', ', ''].flatMap((between) => [
        `${month}${between}${number}`,
        `${number}${between}${month}`,
      ]),
    ),
  );
  const amounts = ['5', '05', '1.50', '1,234.5', '1.234,5', '12E3'].flatMap((number) =>
    [
      ['$', ''],
      ['-', ''],
      ['', '%'],
      ['(', ')'],
      ['£', ''],
      ['', ' €'],
      ['+', ''],
      ["'", ''],
      ['', '-'],
    ].map(([before = '', after = '']) => `${before}${number}${after}`),
  );
  const numbers = ['1', '03', '12', '2026'].flatMap((first) =>
    ['-', '/', '.', ':', ',', ' '].flatMap((between) => [
      `${first}${between}5`,
      `${first}${between}5${between}7`,
    ]),
  );
  return [...new Set([...known, ...dates, ...amounts, ...numbers])];
}
