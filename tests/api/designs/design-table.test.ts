import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { csvRow } from '#contract/wire/csv.ts';
import { runBulkChanges } from '#server/designs/bulk/run-changes.ts';
import { guardedText, plainText } from '#server/designs/table/table-text.ts';
import { importDesk } from '#tests/support/import-desk.ts';
import { csvOf, shopifyHeader, shopifyRows } from '#tests/support/import-files.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';

/** Designs exported as CSV, edited in a spreadsheet, and imported as changes. */

type Desk = Awaited<ReturnType<typeof importDesk>>;
let desk: Desk;

beforeEach(async () => {
  desk = await importDesk();
  await desk.services.database.write((tx) =>
    tx
      .insertInto('categories')
      .values(
        ['Kids', 'Wild; free'].map((name, position) => ({
          id: String(position).repeat(24),
          name,
          position,
          isDemo: 0,
        })),
      )
      .execute(),
  );
  const rows = shopifyRows(4).map(({ 'Image Src': _, ...row }) => row);
  await desk.import(csvOf(shopifyHeader, rows));
});

async function exported(query = {}): Promise<string[][]> {
  const response = await sendStudio(desk.app, 'designTable', { cookie: desk.cookie, query });
  return parse(await response.text());
}

/** Files of these tests have quotes only around whole cells. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text
    .replace('\ufeff', '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}

/** The file as Excel saves it in Germany. */
function asExcel(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row) =>
    row.map((text) => cell(/^\d+\.\d\d$/.test(text) ? text.replace('.', ',') : text)).join(';'),
  );
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** Sets cells of the row with this SKU. */
function edited(rows: string[][], sku: string, cells: Record<string, string>): string[][] {
  const [header = []] = rows;
  return rows.map((row) =>
    row[header.indexOf('SKU')] === sku
      ? row.map((text, at) => cells[header[at] ?? ''] ?? text)
      : row,
  );
}

async function upload(file: string | Buffer<ArrayBuffer>) {
  const request = { cookie: desk.cookie, query: { fileName: 'designs.csv' } };
  const body = new Blob([file]);
  return (await callStudio(desk.app, 'uploadDesignTable', { ...request, body })).answer;
}

async function changesOf(changeId: string) {
  const request = { cookie: desk.cookie, params: { changeId }, query: {} };
  return (await callStudio(desk.app, 'bulkChangeDesigns', request)).answer.items;
}

async function run(call: 'startBulkChange' | 'undoBulkChange', changeId: string) {
  await callStudio(desk.app, call, { cookie: desk.cookie, params: { changeId } });
  await runBulkChanges(desk.services);
  return (await callStudio(desk.app, 'bulkChange', { cookie: desk.cookie, params: { changeId } }))
    .answer;
}

async function set(sku: string, fields: object): Promise<void> {
  await desk.services.database.write((tx) =>
    tx.updateTable('products').set(fields).where('sku', '=', sku).execute(),
  );
}

test('a file that comes back unedited from a spreadsheet changes nothing', async () => {
  await set('S-1', { title: '=1+1', description: '<p>a;b "c"</p>\n<p>d</p>' });
  await set('S-2', { title: "'=2", sku: '00123' });
  await set('S-3', { title: "'t Hooft", sku: '1.5.2026' });
  const rows = await exported();
  expect(rows).toHaveLength(5);
  expect(rows.flat()).not.toContain('=1+1');

  const change = await upload(asExcel(rows));

  expect(change.designs).toMatchObject({ unchanged: 4, waiting: 0, refused: 0 });
});

/** Titles and SKUs that spreadsheets take for something else, and two ways in which they come back. */
const nasty = [
  ['July 4', 'MAR-1'],
  ['12 March', '50 %'],
  ['€5', '(5)'],
  ["'Tis", '00123'],
  ['5. Mai 2026', '1E5'],
  ['TRUE', '5/8'],
  ["''t Hooft", '12345678901234567'],
  ['-5$', "'=1+1"],
] as const;

test.each([
  ['keeps the guard', (cell: string) => cell],
  ['eats an apostrophe', (cell: string) => cell.replace(/^'/, '')],
])('a spreadsheet that %s changes no nasty text', async (_, write) => {
  for (const some of [nasty.slice(0, 4), nasty.slice(4)]) {
    for (const [place, [title]] of some.entries()) await set(`S-${place}`, { title });
    const rows = (await exported()).map((row) => row.map(write));
    for (const row of (await exported()).slice(1)) expect(row[3]).toMatch(/^'/);
    expect((await upload(asExcel(rows))).designs).toMatchObject({ unchanged: 4, waiting: 0 });
  }
  for (const [place, [, sku]] of nasty.slice(0, 4).entries()) await set(`S-${place}`, { sku });
  const rows = (await exported()).map((row) => row.map(write));
  expect((await upload(asExcel(rows))).designs).toMatchObject({ unchanged: 4, waiting: 0 });
});

test('leaves out cells that a spreadsheet rewrote, and keeps real edits of them', async () => {
  await set('S-0', { title: 'July 4', sku: '00123' });
  await set('S-1', { title: '50 %', sku: '12345678901234567' });
  await set('S-2', { title: 'Füchse', sku: '5/8', description: '<p>a\tb</p>' });
  const cells: readonly Record<string, string>[] = [
    { SKU: "'00123", Title: '2026/07/04' },
    { SKU: '1.23457E+16', Title: '0.5' },
    { SKU: '8-May', Title: 'F?chse', 'Description (HTML)': '<p>ab</p>' },
  ];
  const rows = await exported();
  const [header = []] = rows;
  const at = (name: string) => header.indexOf(name);
  const rewritten = rows.map((row) => {
    const title = row[at('Title')];
    const own = title === "'July 4" ? cells[0] : title === "'50 %" ? cells[1] : undefined;
    const mine = title === 'Füchse' ? cells[2] : own;
    return row.map((text, place) => mine?.[header[place] ?? ''] ?? text);
  });

  expect((await upload(asExcel(rewritten))).designs).toMatchObject({ unchanged: 4, waiting: 0 });

  const changed = edited(rewritten, "'00123", { SKU: '00124', Title: 'July 5', Price: '1200' });
  const change = await upload(asExcel(changed));
  expect(change.designs).toMatchObject({ unchanged: 3, waiting: 1 });
  expect(await changesOf(change._id)).toMatchObject([
    { after: 'Title: July 5\nSKU: 00124\nPrice: 1200.00' },
  ]);
});

/** Excel's “Unicode Text”: UTF-16, tabs, and quotes only where they are needed. */
function asUnicodeText(rows: readonly (readonly string[])[]): Buffer<ArrayBuffer> {
  const cell = (text: string) =>
    /["\t\r\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = rows.map((row) => row.map(cell).join('\t'));
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf16le');
}

test.each([
  ['as Excel’s “Unicode Text”', asUnicodeText],
  [
    'with its columns in another order',
    (rows: string[][]) => asExcel(rows.map((row) => row.toReversed())),
  ],
  [
    'with columns of its own, and without some of ours',
    (rows: string[][]) =>
      asExcel(
        rows.map(([id = '', version = '', , ...row]) => [
          '',
          id,
          'mine',
          version,
          ...row.slice(0, 4),
        ]),
      ),
  ],
  [
    'with empty rows, and spaces around names',
    (rows: string[][]) =>
      asExcel(
        rows.flatMap((row, at) => [
          at === 0 ? row.map((name) => ` ${name} `) : row,
          row.map(() => ''),
        ]),
      ),
  ],
])('reads an edited file %s', async (_, write) => {
  const rows = edited(await exported(), 'S-1', { Title: 'Füchse 狐 🦊', Price: '12.50' });

  const change = await upload(write(rows));

  expect(change.designs).toMatchObject({ unchanged: 3, waiting: 1, refused: 0 });
  expect(await changesOf(change._id)).toMatchObject([
    { after: 'Title: Füchse 狐 🦊\nPrice: 12.50' },
  ]);
});

test('leaves out the designs of another shop', async () => {
  const [header = [], row = []] = await exported();
  const priced = row.with(header.indexOf('Price'), '9.00');
  const foreign = [`#${'ab'.repeat(12)}`, ...priced.slice(1)];

  const change = await upload(asExcel([header, priced, foreign]));

  expect(change.designs).toMatchObject({ waiting: 1, refused: 1 });
  expect((await changesOf(change._id)).map(({ reason }) => reason).toSorted()).toEqual([
    '',
    'This design doesn’t exist.',
  ]);
});

test('saves only the fields that were edited, and undoes them', async () => {
  const rows = edited(
    edited(await exported(), 'S-1', { Title: '=SUM(1)', Price: '1.250,50' }),
    'S-2',
    {
      Motif: 'fox; Moon',
      Categories: 'kids',
      'Discounted price': '1,5',
      'Fabric shops': 'no',
      'Description (HTML)': '<p onclick="x()">New</p>',
    },
  );
  const before = await desk.designs();

  const change = await upload(asExcel(rows));

  expect(change).toMatchObject({
    title: 'Spreadsheet designs.csv',
    state: 'planned',
    designs: { unchanged: 2, waiting: 2, refused: 0 },
  });
  const [first, second] = await changesOf(change._id);
  expect(first).toMatchObject({
    before: 'Title: Sleepy Moon “No. 1”, seamless\nPrice: 4.50',
    after: 'Title: =SUM(1)\nPrice: 1250.50',
  });
  expect(second?.after).toContain('Motif: fox; moon');
  expect(second?.after).toContain('Description (HTML): New');
  expect(await desk.designs()).toEqual(before);
  const done = await run('startBulkChange', change._id);
  expect(done).toMatchObject({ canUndo: true, designs: { changed: 2, refused: 0 } });
  const after = await desk.designs();
  expect(after[1]).toMatchObject({ title: '=SUM(1)', price: 125_050, version: 2 });
  expect(after[2]).toMatchObject({
    salePrice: 150,
    categories: ['Kids'],
    isForFabricShops: 0,
    description: '<p>New</p>',
    keywords: expect.stringContaining('["fox","moon"]'),
    title: before[2]?.title,
  });
  expect([after[0], after[3]]).toEqual([before[0], before[3]]);

  const undone = await run('undoBulkChange', change._id);

  expect(undone.designs).toMatchObject({ undone: 2, kept: 0 });
  const plain = (designs: typeof before) => designs.map(({ version: _, ...design }) => design);
  expect(plain(await desk.designs())).toEqual(plain(before));
});

test('leaves out designs that someone changed after the export, and after the preview', async () => {
  const rows = ['S-0', 'S-1', 'S-2'].reduce(
    (all, sku) => edited(all, sku, { Title: `New ${sku}` }),
    await exported(),
  );
  await set('S-0', { version: 7 });
  await set('S-3', { version: 7 });

  const change = await upload(asExcel(rows));
  await set('S-1', { version: 8 });
  const done = await run('startBulkChange', change._id);

  expect(done.designs).toMatchObject({ unchanged: 1, changed: 1, refused: 2 });
  expect((await changesOf(change._id)).map(({ reason }) => reason)).toEqual([
    'Someone changed it after the export. Export it again.',
    'Someone else saved it after the preview.',
    '',
  ]);
  expect((await desk.designs()).map(({ title }) => title.startsWith('New'))).toEqual([
    ...[false, false, true, false],
  ]);
});

test.each([
  [{ Title: '' }, 'Title: A title is required.'],
  [{ Price: 'cheap' }, 'Price: Enter a price in dollars, such as 12.50.'],
  [{ SKU: 'S-0' }, 'Another design already uses this SKU.'],
  [{ Categories: 'Unknown' }, 'Categories: There’s no category “Unknown”.'],
  [{ Designers: 'Nobody' }, 'Unknown designer: Nobody.'],
  [{ Favourite: 'maybe' }, 'Favourite: Enter yes or no.'],
  [{ 'Discounted price': '99' }, 'Its discounted price would no longer be lower than its price.'],
])('refuses a row with %j, and says why', async (cells, reason) => {
  const change = await upload(asExcel(edited(await exported(), 'S-1', cells)));

  expect(change.designs).toMatchObject({ waiting: 0, refused: 1 });
  expect((await changesOf(change._id)).map((row) => row.reason)).toEqual([reason]);
});

test.each([
  ['', 400, 'This file is empty.'],
  ['Handle,Title\r\na,b\r\n', 422, /no columns “ID” and “Version”/],
  ['ID,Version,Title\r\n', 422, 'This file has a header but no rows.'],
  ['ID,Version,Title\r\n,,New\r\n', 422, /^Row 2 has no ID/],
  [
    `ID,Version\r\n${`#${'a'.repeat(24)},1\r\n`.repeat(2)}`,
    422,
    'Rows 2 and 3 are the same design.',
  ],
])('refuses the file %j', async (text, expected, message) => {
  const { status, problem } = await studioRefused(desk.app, 'uploadDesignTable', {
    cookie: desk.cookie,
    query: {},
    body: new Blob([text]),
  });

  expect(status).toBe(expected);
  expect(problem.message).toMatch(message);
});

test('exports what the list’s filter matches', async () => {
  expect((await exported({ search: 'S-2' })).map((row) => row.length)).toEqual([16, 16]);
  expect(await exported({ status: 'published' })).toHaveLength(1);
});

test('every text survives a spreadsheet, and none is taken for a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...`'=+-@12.,/ eEaé🦊\t;"`), maxLength: 12 });
  fc.assert(
    fc.property(text, (given) => {
      const cell = guardedText(given);
      expect(plainText(cell)).toBe(given);
      expect(csvRow([cell])).not.toMatch(/^"?\s*[=+\-@]/);
    }),
    { numRuns: 2000 },
  );
});
