import { expect, test } from 'vitest';
import type { Import } from '#contract/studio/imports.ts';
import { planImports } from '#server/designs/imports/plan-import.ts';
import { runImports } from '#server/designs/imports/run-imports.ts';
import { DatabaseUnavailable } from '#server/platform/database/open.ts';
import { campaignMs } from '#tests/support/campaign-ms.ts';
import { importDesk } from '#tests/support/import-desk.ts';
import {
  csvOf,
  etsyHeader,
  etsyRows,
  shopifyHeader,
  shopifyRows,
} from '#tests/support/import-files.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

/** Designs of a large file, of two rows each: more than are planned or imported at once. `npm run trials` raises it to 5,100. */
const largeFile = Number(process.env.IMPORTED_DESIGNS ?? 300);
/** Nothing is requested: these pictures don't exist. */
const nowhere = 'http://127.0.0.1:9/';
const shopifyFile = (products: number, base = nowhere) =>
  csvOf(shopifyHeader, shopifyRows(products, base));
const etsyFile = (listings: number) => csvOf(etsyHeader, etsyRows(listings, nowhere));

function addsUp({ rows }: Import): boolean {
  return rows.created + rows.updated + rows.skipped === rows.total;
}

test('a thousand Shopify rows: the dry run changes nothing, and the import does what it announced', async () => {
  const desk = await importDesk();
  const file = shopifyFile(520);
  const lines = shopifyRows(520).length;

  const planned = await desk.upload(file, 'products_export.csv');

  expect(lines).toBeGreaterThan(1000);
  expect(planned).toMatchObject({
    source: 'shopify',
    state: 'planned',
    fileName: 'products_export.csv',
  });
  expect(planned.rows.total).toBe(lines);
  expect(planned.rows.skipped).toBe(75);
  expect(planned.rows.updated).toBe(0);
  expect(addsUp(planned)).toBe(true);
  expect(planned.designs).toEqual({ total: 520, done: 0, created: 520, updated: 0, skipped: 0 });
  expect(await desk.designs()).toEqual([]);
  const before = await desk.rows(planned._id);
  expect(before.map(({ row }) => row)).toEqual(shopifyRows(520).map((_, place) => place + 2));

  await desk.begin(planned._id);
  await runImports(desk.services);

  const { import: done } = await desk.report(planned._id);
  expect(done.state).toBe('done');
  expect(done.rows).toEqual(planned.rows);
  expect(await desk.rows(planned._id)).toEqual(before);
  expect(done.pictures).toEqual({ total: 780, done: 0, failed: 780 });
  const designs = await desk.designs();
  expect(designs).toHaveLength(520);
  expect(designs.every(({ status }) => status === 'draft')).toBe(true);
  expect(designs.find(({ sku }) => sku === 'S-5')).toMatchObject({
    title: 'Sleepy Lémon “No. 5”, seamless',
    description: '<p>Drawn by hand, "5" times.</p>\n<ul><li>Tiles &amp; repeats</li></ul>',
    price: 9900,
    discountedPrice: 650,
  });
});

test('a thousand Etsy rows add up, with a reason for each that is left out', async () => {
  const desk = await importDesk();

  const done = await desk.import(etsyFile(1000));

  expect(done.rows).toEqual({ total: 1000, created: 889, updated: 0, skipped: 111 });
  const skipped = await desk.rows(done._id, { outcome: 'skipped' });
  expect(skipped).toHaveLength(111);
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
    new Set(['Its price is in GBP, but the shop sells in US dollars.']),
  );
  expect(await desk.designs()).toHaveLength(889);
  expect(await desk.rows(done._id, { search: 'pattern 777' })).toMatchObject([{ row: 779 }]);
});

test.each([
  ['Shopify', shopifyFile(120)],
  ['Etsy', etsyFile(120)],
])('importing the same %s file again changes nothing', async (_, file) => {
  const desk = await importDesk();
  const first = await desk.import(file);
  const before = await desk.designs();

  const planned = await desk.upload(file);
  expect(planned.rows).toEqual({
    total: first.rows.total,
    created: 0,
    updated: 0,
    skipped: first.rows.total,
  });
  await desk.begin(planned._id);
  await runImports(desk.services);

  expect((await desk.report(planned._id)).import.rows).toEqual(planned.rows);
  expect(await desk.designs()).toEqual(before);
  const rows = await desk.rows(planned._id);
  expect(rows.filter(({ reason }) => reason === 'Unchanged since its last import.')).toHaveLength(
    first.rows.created,
  );
});

test('a changed row updates a draft as imported, but nothing published or edited', async () => {
  const desk = await importDesk();
  const { database } = desk.services;
  const rows = shopifyRows(8);
  await desk.import(csvOf(shopifyHeader, rows));
  const set = (sku: string, change: { status?: 'published' | 'retired'; version?: number }) =>
    database.write((tx) => tx.updateTable('products').set(change).where('sku', '=', sku).execute());
  await set('S-1', { status: 'published' });
  await set('S-2', { status: 'retired' });
  await set('S-3', { version: 2 });
  const before = await desk.designs();
  const dearer = rows.map((row) => ({
    ...row,
    ...(row['Variant SKU'] && { 'Variant Price': '88.00', 'Variant Compare At Price': '' }),
  }));

  const done = await desk.import(csvOf(shopifyHeader, dearer));

  const after = await desk.designs();
  expect(after.filter(({ price }) => price === 8800).map(({ sku }) => sku)).toEqual([
    'S-0',
    'S-4',
    'S-5',
    'S-6',
    'S-7',
  ]);
  for (const sku of ['S-1', 'S-2', 'S-3']) {
    expect(after.find((design) => design.sku === sku)).toEqual(
      before.find((design) => design.sku === sku),
    );
  }
  const reasons = new Set(
    (await desk.rows(done._id, { outcome: 'skipped' })).map(({ reason }) => reason),
  );
  expect(reasons).toContain('It is published here, so change it in the studio.');
  expect(reasons).toContain('It is retired here, so change it in the studio.');
  expect(reasons).toContain('Its draft was edited in the studio after its last import.');
  expect(addsUp(done)).toBe(true);
});

test('turns tags into keywords: shown in the dry run, imported with drafts, never added to published designs', async () => {
  const desk = await importDesk();
  const [row = {}, ...others] = shopifyRows(3, nowhere).filter(({ Title }) => Title);
  const tagged = { ...row, Tags: 'Mushroom, christmas, Boho, Sage, seamless pattern, 300 DPI' };
  const keywords = {
    motif: ['mushroom'],
    occasion: ['christmas'],
    style: ['boho'],
    color: ['sage'],
  };
  const { _id } = await desk.upload(csvOf(shopifyHeader, [tagged, ...others]));
  expect((await desk.rows(_id))[0]).toMatchObject({ outcome: 'created', keywords });
  await desk.begin(_id);
  await runImports(desk.services);
  const keywordsOf = async () =>
    (await desk.designs()).map((design) => [design.sku, JSON.parse(design.keywords)]);
  const before = await keywordsOf();
  expect(before[0]).toEqual(['S-0', keywords]);
  await desk.services.database.write((tx) =>
    tx.updateTable('products').set({ status: 'published' }).where('sku', '=', 'S-1').execute(),
  );

  const again = [tagged, ...others].map((each) => ({ ...each, Tags: 'fox' }));
  await desk.import(csvOf(shopifyHeader, again));

  const fox = { motif: ['fox'], occasion: [], style: [], color: [] };
  expect(await keywordsOf()).toEqual([['S-0', fox], before[1], ['S-2', fox]]);
});

test('leaves a SKU to the design that has it', async () => {
  const desk = await importDesk();
  const [row = {}] = shopifyRows(1);
  await desk.import(csvOf(shopifyHeader, [row]));

  const done = await desk.import(csvOf(etsyHeader, [{ ...etsyRows(1)[0], SKU: 'S-0' }]));

  expect(done.rows.skipped).toBe(1);
  expect((await desk.rows(done._id))[0]?.reason).toMatch(
    /^Its SKU S-0 is already used by “Sleepy Fox/,
  );
});

test('starting twice imports once, and a missing category starts nothing', async () => {
  const desk = await importDesk();
  const { _id: importId, rows } = await desk.upload(shopifyFile(5));
  const { problem } = await studioRefused(desk.app, 'startImport', {
    cookie: desk.cookie,
    params: { importId },
    body: { categories: { 'Clip art': 'f'.repeat(24) } },
  });
  expect(problem.message).toMatch(/category/);

  await Promise.all([desk.begin(importId), desk.begin(importId)]);
  await Promise.all([runImports(desk.services), runImports(desk.services)]);
  await desk.begin(importId);
  await runImports(desk.services);

  expect(await desk.designs()).toHaveLength(5);
  expect((await desk.report(importId)).import.rows).toEqual(rows);
  const { answer } = await callStudio(desk.app, 'auditLines', { cookie: desk.cookie, query: {} });
  expect(answer.items.filter(({ action }) => action === 'import.design_imported')).toHaveLength(5);
  expect(answer.items.filter(({ action }) => action === 'import.started')).toHaveLength(1);
});

test('a stopped import keeps what is done, reports the rest, and can be continued later', async () => {
  const desk = await importDesk();
  const { _id: importId } = await desk.upload(shopifyFile(60));
  await desk.begin(importId);
  const stop = new AbortController();
  let reads = 0;
  const clock = () => {
    reads += 1;
    if (reads === 20) stop.abort();
    return desk.services.clock();
  };
  await runImports({ ...desk.services, clock }, stop.signal);
  const some = (await desk.designs()).length;
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(60);

  const { answer } = await callStudio(desk.app, 'stopImport', {
    cookie: desk.cookie,
    params: { importId },
  });
  await runImports(desk.services);

  expect(answer.state).toBe('stopped');
  expect(addsUp(answer)).toBe(true);
  expect(await desk.designs()).toHaveLength(some);
  const left = await desk.rows(importId, { search: 'stopped before' });
  expect(left.length + answer.rows.created).toBeGreaterThan(60);
  const { problem } = await studioRefused(desk.app, 'startImport', {
    cookie: desk.cookie,
    params: { importId },
    body: { categories: {} },
  });
  expect(problem.code).toBe('CONFLICT');

  await desk.import(shopifyFile(60));
  expect(await desk.designs()).toHaveLength(60);
});

test('logs each step', async () => {
  const desk = await importDesk();
  await desk.import(shopifyFile(2));

  const { answer } = await callStudio(desk.app, 'auditLines', { cookie: desk.cookie, query: {} });

  expect(answer.items.slice(0, 4).map(({ action }) => action)).toEqual([
    'import.design_imported',
    'import.design_imported',
    'import.started',
    'import.uploaded',
  ]);
  // Both are imported at once, and either may be done first.
  const [one, other] = answer.items
    .slice(0, 2)
    .toSorted((a, b) => String(a.after?.sku).localeCompare(String(b.after?.sku)));
  expect(one).toMatchObject({ before: null, after: { sku: 'S-0' } });
  expect(other).toMatchObject({ before: null, after: { sku: 'S-1', price: 450 } });
});

test(
  'imports a large file, showing its progress, while the shop keeps answering',
  async () => {
    const desk = await importDesk();
    const rows = shopifyRows(largeFile).map(({ 'Image Src': _, ...row }) => row);
    const { _id } = await desk.upload(csvOf(shopifyHeader, rows));
    await desk.begin(_id);
    let isDone = false;
    const work = runImports(desk.services).then(() => {
      isDone = true;
    });
    const seen = new Set<number>();
    while (!isDone) {
      seen.add((await desk.report(_id)).import.designs.done);
      await new Promise(setImmediate);
    }
    await work;

    const { import: done } = await desk.report(_id);
    expect(done).toMatchObject({ state: 'done', designs: { total: largeFile, done: largeFile } });
    expect(done.rows.total).toBe(rows.length);
    expect(addsUp(done)).toBe(true);
    expect(
      await desk.services.database.read.selectFrom('products').select('id').execute(),
    ).toHaveLength(largeFile);
    expect(seen.size).toBeGreaterThan(3);
  },
  campaignMs,
);

test('a database that is away for a moment delays designs, and skips none', async () => {
  const desk = await importDesk();
  const { _id } = await desk.upload(etsyFile(3));
  await desk.begin(_id);
  const { database } = desk.services;
  let isAway = true;
  const write: typeof database.write = async (work) => {
    if (!isAway) return database.write(work);
    isAway = false;
    throw new DatabaseUnavailable(null);
  };

  await expect(
    runImports({ ...desk.services, database: { ...database, write } }),
  ).rejects.toBeInstanceOf(DatabaseUnavailable);
  await runImports(desk.services);

  expect((await desk.report(_id)).import.designs).toMatchObject({ created: 3, skipped: 0 });
});

test.each([
  ['PostgreSQL', { code: '57014' }],
  ['SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
])(
  'an import goes on after a design for which %s takes too long, three times',
  async (_, failure) => {
    const desk = await importDesk();
    const { _id } = await desk.upload(etsyFile(3));
    await desk.begin(_id);
    const { database } = desk.services;
    let tries = 0;
    const write: typeof database.write = (work, owner) =>
      database.write(async (tx) => {
        const first = tx.selectFrom('importItems').select('state').orderBy('position').limit(1);
        const before = await first.executeTakeFirstOrThrow();
        const result = await work(tx);
        const after = await first.executeTakeFirstOrThrow();
        if (tries < 3 && before.state === 'waiting' && after.state === 'done') {
          tries += 1;
          throw Object.assign(new Error('too slow'), failure);
        }
        return result;
      }, owner);

    await runImports({ ...desk.services, database: { ...database, write } });

    expect(tries).toBe(3);
    const { designs, state } = (await desk.report(_id)).import;
    expect([designs, state]).toMatchObject([{ created: 2, skipped: 1 }, 'done']);
  },
);

test.each([
  ['PostgreSQL', { code: '57014' }],
  ['SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
])('dry runs go on after one for which %s takes too long, three times', async (_, failure) => {
  const desk = await importDesk();
  const { services, app, cookie } = desk;
  const [slow, other] = [await desk.upload(etsyFile(2)), await desk.upload(etsyFile(3))];
  for (const { _id: importId } of [slow, other]) {
    await callStudio(app, 'planImport', { cookie, params: { importId }, body: { categories: {} } });
  }
  const { database } = services;
  let tries = 0;
  const write: typeof database.write = (work, owner) =>
    database.write(async (tx) => {
      const rows = tx.selectFrom('importRows').select('row').where('importId', '=', slow._id);
      const before = await rows.execute();
      const result = await work(tx);
      if ((await rows.execute()).length > before.length) {
        tries += 1;
        throw Object.assign(new Error('too slow'), failure);
      }
      return result;
    }, owner);

  const stop = new AbortController().signal;
  await planImports({ ...services, database: { ...database, write } }, stop);

  expect(tries).toBe(3);
  expect((await desk.report(slow._id)).import.state).toBe('discarded');
  expect((await desk.report(other._id)).import.state).toBe('planned');
});

test('a database that is slow for everything discards no import', async () => {
  const desk = await importDesk();
  const { services, app, cookie } = desk;
  const { _id: importId } = await desk.upload(etsyFile(2));
  await callStudio(app, 'planImport', { cookie, params: { importId }, body: { categories: {} } });
  const { database } = services;
  let writes = 0;
  const write: typeof database.write = async (work, owner) => {
    writes += 1;
    // After the claim: three tries, and the record that they failed.
    if (writes > 1 && writes <= 5) throw Object.assign(new Error('too slow'), { code: '57014' });
    return database.write(work, owner);
  };
  const stop = new AbortController().signal;

  const planning = planImports({ ...services, database: { ...database, write } }, stop);

  await expect(planning).rejects.toThrow('too slow');
  expect((await desk.report(importId)).import.state).toBe('planning');
  await planImports(services, stop);
  expect((await desk.report(importId)).import.state).toBe('planned');
});
