import { expect, test } from 'vitest';
import { collectionLimits, collectionRefusals } from '#contract/studio/collections.ts';
import { limits } from '#contract/wire/limits.ts';
import { planImports } from '#server/designs/imports/plan-import.ts';
import { runImports } from '#server/designs/imports/run-imports.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { readSetting, writeSetting } from '#server/platform/settings/settings.ts';
import type { AppServices } from '#server/services.ts';
import { importDesk } from '#tests/support/import-desk.ts';
import {
  csvOf,
  etsyHeader,
  etsyRows,
  gumroadHeader,
  shopifyHeader,
  shopifyRows,
} from '#tests/support/import-files.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

/** What a staff member chooses for an import: prices, variants, and what the file's words map to. */

const never = new AbortController().signal;

const [listing = {}] = etsyRows(1);
const inEuro = [
  { ...listing, TITLE: 'A', SKU: 'A', PRICE: '12,50', CURRENCY_CODE: 'EUR', IMAGE1: '' },
  { ...listing, TITLE: 'B', SKU: 'B', PRICE: '1.234,00', CURRENCY_CODE: 'EUR', IMAGE1: '' },
  { ...listing, TITLE: 'C', SKU: 'C', PRICE: '900', CURRENCY_CODE: 'JPY', IMAGE1: '' },
  { ...listing, TITLE: 'D', SKU: 'D', PRICE: '4.00', CURRENCY_CODE: 'USD', IMAGE1: '' },
];

const variants = (handle: string, ...prices: (readonly [string, string])[]) =>
  prices.map(([licence, price], place) => ({
    Handle: handle,
    ...(place === 0 && { Title: handle, 'Option1 Name': 'License', 'Variant SKU': handle }),
    'Option1 Value': licence,
    'Variant Price': price,
  }));

test('asks whether whole numbers are cents, and reads them as chosen', async () => {
  const desk = await importDesk();
  const gumroad = (...prices: readonly number[]) =>
    csvOf(
      gumroadHeader,
      prices.map((price) => ({ id: `p-${price}`, name: `Set ${price}`, price })),
    );
  const shown = async (id: string) => (await desk.rows(id)).map(({ what }) => what);

  const small = await desk.upload(gumroad(6, 12));
  expect((await desk.report(small._id)).amounts).toEqual({ example: '6', choice: 'units' });
  expect(await shown(small._id)).toEqual(['Product, $6.00', 'Product, $12.00']);

  const large = await desk.upload(gumroad(600, 1200));
  expect((await desk.report(large._id)).amounts).toEqual({ example: '600', choice: 'cents' });
  expect(await shown(large._id)).toEqual(['Product, $6.00', 'Product, $12.00']);
  await desk.plan(large._id, { amounts: 'units' });
  expect((await desk.report(large._id)).amounts).toEqual({ example: '600', choice: 'units' });
  expect(await shown(large._id)).toEqual(['Product, $600.00', 'Product, $1,200.00']);

  await desk.begin(large._id);
  await runImports(desk.services);
  expect((await desk.designs()).map(({ price }) => price).sort()).toEqual([120_000, 60_000]);
});

test.each([
  ['Shopify', csvOf(shopifyHeader, variants('a', ['Personal', '600'])), 'Variant Personal, $6.00'],
  ['Etsy', csvOf(etsyHeader, [{ ...listing, PRICE: '600' }]), 'Listing, $6.00'],
])('asks it for a file of %s without decimals too', async (_, file, what) => {
  const desk = await importDesk();
  const { _id } = await desk.upload(file);
  expect((await desk.report(_id)).amounts).toEqual({ example: '600', choice: 'units' });
  await desk.plan(_id, { amounts: 'cents' });
  expect((await desk.rows(_id))[0]?.what).toBe(what);
});

test('marks SKUs and handles that a spreadsheet seems to have changed, and leaves such SKUs out if chosen', async () => {
  const desk = await importDesk();
  const product = (Handle: string, sku: string) => ({
    Handle,
    Title: `Fox ${Handle}`,
    'Variant SKU': sku,
    'Variant Price': '4.00',
  });
  const file = csvOf(shopifyHeader, [
    product('fox', 'S-12'),
    product('8-May', '1.23457E+16'),
    product('moon', '8-May'),
    product('owl', '1.23457E+16'),
  ]);
  const { _id } = await desk.upload(file);

  expect((await desk.report(_id)).skus).toEqual({
    designs: 3,
    example: '1.23457E+16',
    choice: 'keep',
  });
  const looks = (what: string) => `${what} looks as if a spreadsheet changed it`;
  expect((await desk.rows(_id)).map(({ what }) => what)).toEqual([
    'Design, $4.00',
    `Design, $4.00, ${looks('handle 8-May')}, ${looks('SKU 1.23457E+16')}`,
    `Design, $4.00, ${looks('SKU 8-May')}`,
    `Design, $4.00, new SKU: row 3 has 1.23457E+16, ${looks('SKU 1.23457E+16')}`,
  ]);

  await desk.plan(_id, { skus: 'renew' });
  expect((await desk.report(_id)).skus).toMatchObject({ designs: 3, choice: 'renew' });
  expect((await desk.rows(_id))[2]?.what).toBe(`Design, $4.00, new SKU: ${looks('SKU 8-May')}`);
  // The choice of the preview counts.
  await desk.begin(_id);
  await runImports(desk.services);
  const skus = (await desk.designs()).map(({ sku }) => sku);
  expect(skus.toSorted()).toEqual([
    'S-12',
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^SHOPIFY-[0-9A-F]{12}$/)),
  ]);
});

test('a file of Etsy with a rewritten SKU has it whole, and identifies the listing by its title', async () => {
  const desk = await importDesk();
  const { _id } = await desk.upload(
    csvOf(etsyHeader, [
      { ...listing, TITLE: 'A', SKU: '1,23457E+16', IMAGE1: '' },
      { ...listing, TITLE: 'B', SKU: 'B-1,B-2', IMAGE1: '' },
    ]),
  );
  expect((await desk.report(_id)).skus).toMatchObject({ designs: 1, example: '1,23457E+16' });
  await desk.begin(_id);
  await runImports(desk.services);
  expect((await desk.designs()).map(({ sku }) => sku).toSorted()).toEqual(['1,23457E+16', 'B-1']);
});

test('asks nothing of a file whose SKUs are as a person writes them', async () => {
  const desk = await importDesk();
  const { _id } = await desk.upload(csvOf(shopifyHeader, shopifyRows(4)));
  expect((await desk.report(_id)).skus).toBeNull();
});

test('skips prices in another currency until something is chosen, then shows old and new prices', async () => {
  const desk = await importDesk();
  const { _id, rows } = await desk.upload(csvOf(etsyHeader, inEuro));
  expect(rows).toMatchObject({ created: 1, skipped: 3 });
  expect((await desk.report(_id)).currencies).toEqual([
    { code: 'EUR', designs: 2, choice: null, last: null },
    { code: 'JPY', designs: 1, choice: null, last: null },
  ]);

  const convert = { how: 'convert', code: '', rate: 1.1, rounding: 'half' } as const;
  const planned = await desk.plan(_id, {
    currencies: { EUR: convert, JPY: { how: 'empty' } },
  });

  expect(planned).toMatchObject({ state: 'planned', rows: { created: 4, skipped: 0 } });
  expect((await desk.rows(_id)).map(({ what }) => what)).toEqual([
    'Listing, 12.50 EUR → $14.00',
    'Listing, 1234.00 EUR → $1,357.50',
    'Listing, 900 JPY → no price',
    'Listing, $4.00',
  ]);
  await desk.begin(_id);
  await runImports(desk.services);
  expect((await desk.designs()).map(({ sku, price }) => [sku, price])).toEqual([
    ['A', 1400],
    ['B', 135_750],
    ['C', 0],
    ['D', 400],
  ]);
  const next = await desk.report((await desk.upload(csvOf(etsyHeader, inEuro)))._id);
  expect(next.currencies).toMatchObject([
    { choice: null, last: convert },
    { last: { how: 'empty' } },
  ]);
});

test('reads a Shopify file as dollars unless its currency is chosen', async () => {
  const desk = await importDesk();
  const file = csvOf(shopifyHeader, variants('a', ['', '1200']));
  const { _id } = await desk.upload(file);
  expect((await desk.rows(_id))[0]?.what).toBe('Design, $1,200.00');
  expect((await desk.report(_id)).currencies).toMatchObject([{ code: '', designs: 1 }]);

  await desk.plan(_id, {
    currencies: { '': { how: 'convert', code: 'JPY', rate: 0.0067, rounding: 'cent' } },
  });

  expect((await desk.rows(_id))[0]?.what).toBe('Design, 1200 JPY → $8.04');
});

test.each([
  [{ by: 'first' }, [1000, 500], 3],
  [{ by: 'cheapest' }, [700, 500], 2],
  [{ by: 'dearest' }, [9900, 800], 1],
  [{ by: 'option', name: 'License', value: 'Extended' }, [9900, 500], 2],
] as const)('a product gets the price of its variant by %j', async (variant, prices, skipped) => {
  const desk = await importDesk();
  const rows = [
    ...variants('a', ['Personal', '10.00'], ['Small', '7.00'], ['Extended', '99.00']),
    ...variants('b', ['Personal', '5.00'], ['Commercial', '8.00']),
    ...variants('c', ['PNG', '3.00'], ['SVG', '3.00']),
  ];
  const { _id } = await desk.upload(csvOf(shopifyHeader, rows));
  const { variants: found } = await desk.report(_id);
  expect(found.designs).toBe(2);
  expect(found.options[0]).toEqual({ name: 'License', value: 'Personal', designs: 2 });

  await desk.plan(_id, { variant });
  const plannedRows = await desk.rows(_id);
  await desk.begin(_id);
  await runImports(desk.services);

  expect(plannedRows.filter(({ reason }) => /one price/.test(reason))).toHaveLength(skipped);
  expect((await desk.designs()).map(({ price }) => price)).toEqual([...prices, 300]);
  const next = await desk.upload(csvOf(shopifyHeader, variants('d', ['x', '1'], ['y', '2'])));
  expect((await desk.report(next._id)).variants.choice).toEqual(variant);
});

test('maps vendors to designers, and tags to categories, other keywords or nothing, as remembered', async () => {
  const desk = await importDesk();
  const { database } = desk.services;
  const [row = {}] = shopifyRows(1, 'http://127.0.0.1:9/');
  const product = (handle: string) => ({
    ...row,
    Handle: handle,
    'Variant SKU': handle,
    Vendor: 'JM',
    Type: 'Digital paper',
    Tags: 'fox, woodland, party hats, noise',
  });
  const designer = 'Juniper Moon';
  await makeChange(desk.services, async (change) => {
    const { value } = await readSetting(change.tx, 'studio');
    const designers = [{ name: designer, email: 'juniper@pinwheel.example' }];
    await writeSetting(change, 'studio', { ...value, designers });
  });
  const { _id } = await desk.upload(csvOf(shopifyHeader, [product('a')]));
  const report = await desk.report(_id);
  expect(report.vendors).toEqual([{ name: 'JM', designs: 1, designer: null }]);
  expect(report.tags.map(({ name, choice, word }) => [name, choice, word])).toEqual([
    ['fox', null, 'fox'],
    ['noise', null, 'noise'],
    ['party hats', null, 'party hats'],
    ['woodland', null, 'woodland'],
  ]);
  const choices = {
    categories: { 'Digital paper': 'new' },
    vendors: { JM: designer },
    tags: {
      woodland: { as: 'word', word: 'Forest' },
      'party hats': { as: 'category', categoryId: 'new' },
      noise: { as: 'nothing' },
    },
  } as const;

  await desk.plan(_id, choices);
  expect((await desk.rows(_id))[0]?.keywords?.motif).toEqual(['fox', 'forest']);
  const planned = await desk.report(_id);
  expect(planned.types).toMatchObject([{ name: 'Digital paper', categoryId: 'new' }]);
  expect(planned.tags.find(({ name }) => name === 'party hats')?.choice).toEqual(
    choices.tags['party hats'],
  );
  expect(await database.read.selectFrom('categories').select('name').execute()).toEqual([]);
  await desk.begin(_id, choices.categories, choices);
  await runImports(desk.services);
  const second = await desk.upload(csvOf(shopifyHeader, [product('a'), product('b')]));
  const { types, vendors } = await desk.report(second._id);
  await desk.begin(
    second._id,
    Object.fromEntries(types.map(({ name, categoryId }) => [name, categoryId])),
    {
      vendors: Object.fromEntries(vendors.map(({ name, designer }) => [name, designer])),
      tags: Object.fromEntries(
        (await desk.report(second._id)).tags.flatMap(({ name, choice }) =>
          choice ? [[name, choice]] : [],
        ),
      ),
    },
  );
  await runImports(desk.services);

  expect(
    (await desk.designs()).map(({ sku, designers, categories, keywords }) => ({
      sku,
      designers,
      categories,
      motif: JSON.parse(keywords).motif,
    })),
  ).toEqual(
    ['a', 'b'].map((sku) => ({
      sku,
      designers: JSON.stringify([designer]),
      categories: ['Digital paper', 'party hats'],
      motif: ['fox', 'forest'],
    })),
  );
  expect((await desk.report(second._id)).import.rows).toMatchObject({ created: 1, skipped: 1 });
});

test('refuses a category that is gone, other choices after the start, and a start before the dry run', async () => {
  const desk = await importDesk();
  const { _id: importId } = await desk.upload(csvOf(etsyHeader, inEuro));
  const send = async (name: 'planImport' | 'startImport', tags = {}) => {
    const request = { cookie: desk.cookie, params: { importId }, body: { categories: {}, tags } };
    return (await studioRefused(desk.app, name, request)).problem.message;
  };
  const gone = { kids: { as: 'category', categoryId: 'f'.repeat(24) } };
  expect(await send('planImport', gone)).toMatch(/no longer exists/);
  expect(await send('startImport', gone)).toMatch(/no longer exists/);
  const body = { categories: {} };
  await callStudio(desk.app, 'planImport', { cookie: desk.cookie, params: { importId }, body });
  expect(await send('startImport')).toBe('The preview isn’t ready yet.');
  await planImports(desk.services, never);

  await desk.begin(importId);

  expect(await send('planImport')).toBe('This import has already started.');
  const kept = await desk.services.database.read.selectFrom('importFiles').selectAll().execute();
  expect(kept).toEqual([]);
});

test('a dry run that is cut short is made by the next server, and a discarded one by none', async () => {
  const desk = await importDesk();
  const { services } = desk;
  const file = csvOf(
    etsyHeader,
    etsyRows(2400).map(({ IMAGE1: _, IMAGE2: __, ...row }) => row),
  );
  const upload = async () => {
    const body = new Blob([file]);
    const query = { fileName: 'listings.csv' };
    return (await callStudio(desk.app, 'uploadImport', { cookie: desk.cookie, query, body }))
      .answer;
  };
  const cut = (after: number, stop: () => Promise<unknown>): AppServices => {
    let writes = 0;
    return {
      ...services,
      database: {
        ...services.database,
        async write(work) {
          writes += 1;
          if (writes === after) await stop();
          return services.database.write(work);
        },
      },
    };
  };
  const first = await upload();
  expect(first).toMatchObject({ state: 'planning', fileRows: 2400 });
  const stop = new AbortController();
  await planImports(
    cut(5, async () => stop.abort()),
    stop.signal,
  );
  const some = (await desk.report(first._id)).import;
  expect(some.state).toBe('planning');

  await Promise.all([planImports(services, never), planImports(services, never)]);
  expect((await desk.report(first._id)).import).toMatchObject({
    state: 'planned',
    rows: { total: 2400 },
  });

  const second = await upload();
  const params = { importId: second._id };
  await planImports(
    cut(7, () => callStudio(desk.app, 'stopImport', { cookie: desk.cookie, params })),
    never,
  );
  expect((await desk.report(second._id)).import.state).toBe('discarded');
});

/** Names and designs of the studio's collections, in order. */
async function collectionsOf({ services }: Awaited<ReturnType<typeof importDesk>>) {
  const { read } = services.database;
  const collections = await read
    .selectFrom('collections')
    .selectAll()
    .orderBy('position')
    .execute();
  const designs = await read
    .selectFrom('collectionDesigns')
    .innerJoin('products', 'products.id', 'collectionDesigns.productId')
    .select(['collectionId', 'title'])
    .orderBy('collectionDesigns.position')
    .execute();
  return collections.map(({ id, name, isPublished }) => ({
    name,
    isPublished: isPublished === 1,
    designs: designs.flatMap((each) => (each.collectionId === id ? [each.title] : [])),
  }));
}

const withSections = (...sections: readonly string[]) =>
  csvOf(
    [...etsyHeader, 'SECTION'],
    sections.map((SECTION, place) => ({
      ...listing,
      TITLE: `Design ${String(place).padStart(2, '0')}`,
      SKU: `S-${place}`,
      IMAGE1: '',
      SECTION,
    })),
  );

test('puts the designs of chosen sections into collections, made unpublished where there is none', async () => {
  const desk = await importDesk();
  const cookie = desk.cookie;
  await callStudio(desk.app, 'createCollection', { cookie, body: { name: 'sea life' } });
  const file = withSections('Woodland', 'Sea Life', 'Woodland', 'Space');
  const { _id } = await desk.upload(file);
  const collections = ['Woodland', 'Sea Life'];
  await desk.plan(_id, { collections });
  expect((await desk.report(_id)).types).toMatchObject([
    { name: 'Woodland', isCollection: true },
    { name: 'Sea Life', isCollection: true },
    { name: 'Space', isCollection: false },
  ]);
  await desk.begin(_id, {}, { collections });
  await runImports(desk.services);
  const expected = [
    { name: 'sea life', isPublished: false, designs: ['Design 01'] },
    { name: 'Woodland', isPublished: false, designs: ['Design 00', 'Design 02'] },
  ];
  expect(await collectionsOf(desk)).toEqual(expected);

  // Again, with a changed design: it is in its collection already.
  const again = await desk.upload(file.replace('Design 02', 'Design 22'));
  await desk.begin(again._id, {}, { collections });
  await runImports(desk.services);
  expect((await collectionsOf(desk))[1]?.designs).toEqual(['Design 00', 'Design 22']);
});

test('makes a collection of a tag, and of the collection that a Shopify file names', async () => {
  const desk = await importDesk();
  const rows = variants('fox', ['', '5']).map((row) => ({
    ...row,
    Tags: 'kids, Autumn forest',
    Collection: 'Nursery set',
  }));
  const { _id } = await desk.upload(csvOf([...shopifyHeader, 'Collection'], rows));
  const tags = {
    'Autumn forest': { as: 'collection' },
    'Nursery set': { as: 'collection' },
  } as const;
  await desk.begin(_id, {}, { tags });
  await runImports(desk.services);
  expect(await collectionsOf(desk)).toEqual([
    { name: 'Autumn forest', isPublished: false, designs: ['fox'] },
    { name: 'Nursery set', isPublished: false, designs: ['fox'] },
  ]);
  expect(JSON.stringify((await desk.designs())[0]?.keywords)).not.toMatch(/forest|nursery/i);
});

test('imports the designs that a full collection has no room for without it', async () => {
  const desk = await importDesk();
  const sections = Array.from({ length: limits.collectionDesigns + 3 }, () => 'Woodland');
  const { _id } = await desk.upload(withSections(...sections));
  await desk.begin(_id, {}, { collections: ['Woodland'] });
  await runImports(desk.services);
  const [collection] = await collectionsOf(desk);
  expect(collection?.designs).toHaveLength(limits.collectionDesigns);
  expect(await desk.designs()).toHaveLength(sections.length);
  const leftOutRows = (await desk.rows(_id)).filter(({ reason }) =>
    reason.startsWith('Not in “Woodland”'),
  );
  expect(leftOutRows).toHaveLength(3);
  const lines = await desk.services.database.read
    .selectFrom('auditLines')
    .select('after')
    .where('action', '=', 'collection.changed')
    .execute();
  expect(lines).toHaveLength(limits.collectionDesigns);
  expect(lines[0]?.after).toContain('"designs":"Design ');
});

test('does not start an import that would make too many collections', async () => {
  const desk = await importDesk();
  const { cookie } = desk;
  for (let count = 0; count < collectionLimits.collections; count += 1) {
    await callStudio(desk.app, 'createCollection', { cookie, body: { name: `Set ${count}` } });
  }
  const { _id } = await desk.upload(withSections('Woodland'));
  const request = {
    cookie,
    params: { importId: _id },
    body: { categories: {}, collections: ['Woodland'] },
  };
  expect(await studioRefused(desk.app, 'startImport', request)).toMatchObject({
    problem: { message: collectionRefusals.tooMany },
  });
  expect((await desk.report(_id)).import.state).toBe('planned');
});
