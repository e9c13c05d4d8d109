import { expect, test } from 'vitest';
import { runImports } from '#server/designs/imports/run-imports.ts';
import { importDesk } from '#tests/support/import-desk.ts';
import { csvOf, shopifyHeader, shopifyRows } from '#tests/support/import-files.ts';
import { callStudio, sendStudio } from '#tests/support/studio-call.ts';

/** The report of an import: its kinds of designs, and every row as a file. */

/** Nothing is requested: these pictures don't exist. */
const nowhere = 'http://127.0.0.1:9/';

test('assigns a kind to the chosen category, and a tag to the category of its name', async () => {
  const desk = await importDesk();
  await desk.services.database.write((tx) =>
    tx
      .insertInto('categories')
      .values(
        ['Seamless Patterns', 'Clip-art PNGs', 'Kids'].map((name, position) => ({
          id: String(position).repeat(24),
          name,
          position,
          isDemo: 0,
        })),
      )
      .execute(),
  );
  const { _id } = await desk.upload(csvOf(shopifyHeader, shopifyRows(3, nowhere)));
  const { types } = await desk.report(_id);
  expect(types).toEqual([
    { name: 'Branding kits', designs: 1, categoryId: null, isCollection: false },
    { name: 'Clip art', designs: 1, categoryId: null, isCollection: false },
    { name: 'Seamless patterns', designs: 1, categoryId: '0'.repeat(24), isCollection: false },
  ]);

  await desk.begin(_id, { 'Seamless patterns': '0'.repeat(24), 'Clip art': '1'.repeat(24) });
  await runImports(desk.services);

  expect((await desk.designs()).map(({ categories }) => categories)).toEqual([
    ['Seamless Patterns', 'Kids'],
    ['Clip-art PNGs', 'Kids'],
    ['Kids'],
  ]);
});

test('a kind may have any name, even a reserved one', async () => {
  const desk = await importDesk();
  const kinds = ['__proto__', 'constructor', 'toString'];
  const [row = {}] = shopifyRows(1, nowhere);
  const rows = kinds.map((Type) => ({ ...row, Handle: Type, 'Variant SKU': Type, Type }));
  const { _id } = await desk.upload(csvOf(shopifyHeader, rows));

  const { types } = await desk.report(_id);
  await desk.begin(_id, Object.fromEntries([['constructor', null]]));
  await runImports(desk.services);

  expect(types).toEqual(
    kinds.map((name) => ({ name, designs: 1, categoryId: null, isCollection: false })),
  );
  expect((await desk.report(_id)).import.state).toBe('done');
  expect(await desk.designs()).toHaveLength(3);
});

test('the report as a file has every row, and nothing that a spreadsheet would run', async () => {
  const desk = await importDesk();
  const [row = {}] = shopifyRows(1);
  const nasty = [
    '=HYPERLINK("http://evil.example")',
    '+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '"quoted", title',
  ];
  const rows = nasty.map((Title, place) => ({
    ...row,
    Handle: `n-${place}`,
    'Variant SKU': `N-${place}`,
    Title,
  }));
  const { _id: importId } = await desk.import(csvOf(shopifyHeader, rows));

  const response = await sendStudio(desk.app, 'importReportFile', {
    cookie: desk.cookie,
    params: { importId },
  });

  const text = await response.text();
  const lines = text.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(response.headers.get('content-disposition')).toContain('products report.csv');
  expect(lines[0]).toBe('Row,Title,What,Keywords,Outcome,Reason,Address');
  expect(lines).toHaveLength(1 + nasty.length * 2);
  expect(lines.slice(1, 7).map((line) => line.slice(2).split(',"Design')[0])).toEqual([
    '"\'=HYPERLINK(""http://evil.example"")"',
    "'+1",
    "'-2+3",
    "'@SUM(A1)",
    "'=1",
    '"""quoted"", title"',
  ]);
});

test('counts designs by what becomes of them, and names rows that are only part of one', async () => {
  const desk = await importDesk();
  const rows = shopifyRows(8, nowhere);
  const untitled = { Handle: 'untitled', 'Variant Price': '3.00' };
  const { _id } = await desk.upload(csvOf(shopifyHeader, [...rows, untitled]));
  const planned = (await desk.report(_id)).import;

  expect(planned.designs).toEqual({ total: 9, done: 1, created: 8, updated: 0, skipped: 1 });
  expect(await desk.rows(_id, { outcome: 'created' })).toHaveLength(8);
  const parts = (await desk.rows(_id)).filter(({ isDesign }) => !isDesign);
  expect(parts.map(({ what }) => what)).toContain('Picture');
  expect(parts).toHaveLength(rows.length - 8);

  await desk.begin(_id);
  await runImports(desk.services);

  const done = (await desk.report(_id)).import;
  expect(done.designs).toEqual({ total: 9, done: 9, created: 8, updated: 0, skipped: 1 });
  const file = await sendStudio(desk.app, 'importReportFile', {
    cookie: desk.cookie,
    params: { importId: _id },
  });
  const picture = (await file.text()).split('\r\n').find((line) => line.includes(',Picture,'));
  expect(picture).toContain('part of its design');
});

test('an import discarded before its start is discarded, not stopped', async () => {
  const desk = await importDesk();
  const { _id: importId } = await desk.upload(csvOf(shopifyHeader, shopifyRows(2, nowhere)));

  const { answer } = await callStudio(desk.app, 'stopImport', {
    cookie: desk.cookie,
    params: { importId },
  });

  expect(answer).toMatchObject({ state: 'discarded', designs: { created: 0, skipped: 2 } });
  const [row] = await desk.rows(importId, { outcome: 'skipped' });
  expect(row?.reason).toBe('The file was discarded.');
  await expect(desk.begin(importId)).rejects.toThrow('This file was discarded.');
  await runImports(desk.services);
  expect(await desk.designs()).toEqual([]);
});

test('remembers “No category” only where a category was suggested', async () => {
  const desk = await importDesk();
  const upload = async (products: number) =>
    (await desk.upload(csvOf(shopifyHeader, shopifyRows(products, nowhere))))._id;
  const add = (name: string, digit: string) => {
    const row = { id: digit.repeat(24), name, position: Number(digit), isDemo: 0 };
    return desk.services.database.write((tx) => tx.insertInto('categories').values(row).execute());
  };
  const none = { 'Seamless patterns': null, 'Clip art': null, 'Branding kits': null };
  await add('Clip art', '1');
  await desk.begin(await upload(3), none);
  await add('Branding kits', '2');

  expect((await desk.report(await upload(6))).types).toMatchObject([
    { name: 'Branding kits', categoryId: '2'.repeat(24) },
    { name: 'Clip art', categoryId: null },
    { name: 'Seamless patterns', categoryId: null },
  ]);
});

test('a category chosen for a product type is chosen again for the next file, unless it is gone', async () => {
  const desk = await importDesk();
  const { database } = desk.services;
  const ids = { patterns: '0'.repeat(24), clips: '1'.repeat(24) };
  const rows = Object.entries(ids).map(([name, id], position) => ({
    id,
    name,
    position,
    isDemo: 0,
  }));
  await database.write((tx) => tx.insertInto('categories').values(rows).execute());
  const upload = async (products: number) =>
    (await desk.upload(csvOf(shopifyHeader, shopifyRows(products, nowhere))))._id;
  const chosenOf = async (importId: string) =>
    Object.fromEntries(
      (await desk.report(importId)).types.map(({ name, categoryId }) => [name, categoryId]),
    );
  await desk.begin(await upload(3), {
    'Seamless patterns': ids.patterns,
    'Clip art': ids.clips,
    'Branding kits': null,
  });

  const next = await upload(6);
  expect(await chosenOf(next)).toEqual({
    'Seamless patterns': ids.patterns,
    'Clip art': ids.clips,
    'Branding kits': null,
  });
  await database.write((tx) => tx.deleteFrom('categories').where('id', '=', ids.clips).execute());
  expect(await chosenOf(next)).toMatchObject({ 'Clip art': null });
  const made = { id: '2'.repeat(24), name: 'Clip Art', position: 2, isDemo: 0 };
  await database.write((tx) => tx.insertInto('categories').values(made).execute());
  expect(await chosenOf(next)).toMatchObject({ 'Clip art': made.id });
});
