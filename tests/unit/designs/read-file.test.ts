import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFile } from '#server/designs/imports/read-file.ts';
import {
  csvOf,
  etsyHeader,
  etsyRows,
  gumroadHeader,
  shopifyHeader,
  shopifyRows,
} from '#tests/support/import-files.ts';

const read = (text: string | Buffer) => readFile(Buffer.from(text as string));
const refusal = async (text: string | Buffer) => {
  try {
    await read(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'was read';
};

const rabbit = {
  Handle: 'rabbit',
  Title: 'Rabbit',
  'Variant Price': '12.50',
  'Variant SKU': 'R-1',
};
const shopify = (...rows: Record<string, string | number>[]) => read(csvOf(shopifyHeader, rows));

test('gathers a Shopify product from its rows, wherever they are', async () => {
  const { source, designs, rows } = await shopify(
    {
      ...rabbit,
      'Body (HTML)':
        '<div><p onclick="x()">Soft <b>&amp;</b> small</p></div><script>bad()</script>',
      Vendor: 'Juniper Moon',
      Type: 'Seamless patterns',
      Tags: 'kids, spring',
      'Variant Compare At Price': '20.00',
      'Image Src': 'https://cdn.example/2.png',
      'Image Position': 2,
    },
    { Handle: 'hare', Title: 'Hare', 'Variant Price': '1', 'Variant SKU': 'H-1' },
    { Handle: 'rabbit', 'Image Src': 'https://cdn.example/1.png', 'Image Position': 1 },
    { Handle: 'rabbit', 'Option1 Value': 'PNG', 'Variant Price': '12.50' },
    { Handle: 'rabbit', 'Option1 Value': 'Extended', 'Variant Price': '99.00' },
  );

  expect(source).toBe('shopify');
  expect(designs[0]).toEqual({
    key: 'rabbit',
    title: 'Rabbit',
    description: '<p>Soft <strong>&amp;</strong> small</p>',
    price: 2000,
    discountedPrice: 1250,
    sku: 'R-1',
    vendor: 'Juniper Moon',
    type: 'Seamless patterns',
    tags: ['kids', 'spring'],
    pictures: [
      { address: 'https://cdn.example/1.png', row: 4 },
      { address: 'https://cdn.example/2.png', row: 2 },
    ],
  });
  expect(designs).toHaveLength(2);
  expect(rows.map(({ row, what, design }) => [row, what, design])).toEqual([
    [2, 'Design, $12.50', 0],
    [3, 'Design, $1.00', 1],
    [4, 'Picture', 0],
    [5, 'Variant PNG, $12.50', 0],
    [6, 'Variant Extended, $99.00', null],
  ]);
  expect(rows[4]?.reason).toMatch(/one price/);
});

test("reads the newer names of Shopify's columns the same way", async () => {
  const [, ...older] = shopifyHeader;
  const names: Record<string, string> = {
    Handle: 'URL handle',
    'Body (HTML)': 'Description',
    'Product Category': 'Product category',
    'Variant SKU': 'SKU',
    'Variant Price': 'Price',
    'Variant Compare At Price': 'Compare-at price',
    'Option1 Value': 'Option1 value',
    'Image Src': 'Product image URL',
    'Image Position': 'Image position',
    'Gift Card': 'Gift card',
  };
  const renamed = (name: string) => names[name] ?? name;
  const rows = shopifyRows(20);
  const newer = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [renamed(name), cell])),
  );

  const before = await read(csvOf(shopifyHeader, rows));
  const after = await read(csvOf([...older, 'Handle'].map(renamed), newer));

  expect(after).toEqual(before);
  expect(after.designs).toHaveLength(20);
});

test('reads an Etsy listing with its plain text, even without a SKU', async () => {
  const [row = {}] = etsyRows(1);
  const { source, designs } = await read(
    csvOf(etsyHeader, [
      row,
      { ...row, SKU: 'A-1,A-2', TITLE: 'Other' },
      { ...row, SKU: '', TITLE: 'Third' },
    ]),
  );

  expect(source).toBe('etsy');
  expect(designs.map(({ key, sku }) => [key, sku])).toEqual([
    ['sku E-0', 'E-0'],
    ['sku A-1', 'A-1'],
    ['title Third', null],
  ]);
  expect(designs[0]).toMatchObject({
    title: 'Fox Pattern 0 "tiny" | Kids\' fabric',
    description:
      '<p>A tile, drawn by hand.</p><p>Two files:<br>– PNG &lt;300 dpi&gt;<br>– "SVG", 0</p>',
    price: 300,
    discountedPrice: null,
    tags: ['seamless patterns', 'kids', 'forest animals'],
    pictures: [{ address: 'https://i.etsy.example/il_fullxfull.0_a.jpg', row: 2 }],
  });
});

test("reads a Gumroad product from its API's answer", async () => {
  const pencil = {
    id: 'A-m3CDDC5dlrSdKZp0RFhA==',
    name: 'Pencil brushes',
    description: '<p>Soft.</p>',
    price: 450,
    currency: 'usd',
    formatted_price: '$4.50',
    tags: '["pencil","Clip art"]',
    short_url: 'https://mia.gumroad.example/l/pencil',
    thumbnail_url: 'https://files.example/p.png',
    deleted: 'false',
  };
  const { source, designs, rows } = await read(
    csvOf(gumroadHeader, [
      pencil,
      { ...pencil, id: 'b', formatted_price: '', price: '700' },
      { ...pencil, id: 'c', formatted_price: '', price: '7.00' },
      { ...pencil, id: 'd', currency: 'eur', formatted_price: '€4.50' },
      { ...pencil, id: 'e', deleted: 'true' },
      pencil,
    ]),
  );

  expect(source).toBe('gumroad');
  expect(designs.map(({ key, price }) => [key, price])).toEqual([
    ['A-m3CDDC5dlrSdKZp0RFhA==', 450],
    ['b', 700],
    ['c', 700],
  ]);
  expect(designs[0]?.tags).toEqual(['pencil', 'Clip art']);
  expect(rows.map(({ reason }) => reason)).toEqual([
    '',
    '',
    '',
    'Its price is in EUR, but the shop sells in US dollars.',
    'It was deleted there.',
    'Row 2 is the same design.',
  ]);
});

test("leaves out what isn't a design of its own, with the reason", async () => {
  const { designs, rows } = await shopify(
    rabbit,
    { ...rabbit, Title: 'Twin', 'Variant Price': '2' },
    { ...rabbit, Handle: 'untitled', Title: '', 'Variant SKU': 'U' },
    { ...rabbit, Handle: 'free of price', 'Variant Price': '', 'Variant SKU': 'F' },
    { ...rabbit, Handle: 'odd', 'Variant Price': '1.000', 'Variant SKU': 'O' },
    { ...rabbit, Handle: 'dong', 'Variant Price': '1450000', 'Variant SKU': 'D' },
    { ...rabbit, Handle: '', 'Variant SKU': 'N' },
    { ...rabbit, Handle: 'card', 'Gift Card': 'TRUE', 'Variant SKU': 'G' },
  );

  expect(designs).toHaveLength(1);
  expect(rows.map(({ reason }) => reason)).toEqual([
    '',
    'A design has one price, so this variant with another price is skipped.',
    'It has no title.',
    'It has no price.',
    'Its price “1.000” isn’t a price in dollars up to 1,000,000.',
    'Its price “1450000” isn’t a price in dollars up to 1,000,000.',
    'It has no handle.',
    'It is a gift card, not a design.',
  ]);
  expect(rows[3]?.what).toBe('Design');
});

test('accepts a design whose SKU is too long or taken', async () => {
  const { designs, rows } = await shopify(
    rabbit,
    { ...rabbit, Handle: 'twin' },
    { ...rabbit, Handle: 'long', 'Variant SKU': 'L'.repeat(41) },
  );

  expect(designs.map(({ key, sku }) => [key, sku])).toEqual([
    ['rabbit', 'R-1'],
    ['twin', null],
    ['long', null],
  ]);
  expect(rows.map(({ what, reason }) => [what, reason])).toEqual([
    ['Design, $12.50', ''],
    ['Design, $12.50, new SKU: row 2 has R-1', ''],
    ['Design, $12.50, new SKU: its own is longer than 40 characters', ''],
  ]);
});

test('treats a copy of an Etsy listing with the same SKU as its own design', async () => {
  const [row = {}] = etsyRows(1);

  const { designs, rows } = await read(
    csvOf(etsyHeader, [row, { ...row, TITLE: 'Copy' }, row, { ...row, TITLE: 'Copy' }]),
  );

  expect(designs.map(({ key, sku }) => [key, sku])).toEqual([
    ['sku E-0', 'E-0'],
    ['title Copy', null],
  ]);
  expect(rows.map(({ reason }) => reason)).toEqual([
    '',
    '',
    'Row 2 is the same design.',
    'Row 3 is the same design.',
  ]);
});

test('recognizes an Etsy listings download in another language', async () => {
  const [row = {}] = etsyRows(1);
  const english = csvOf(etsyHeader, [{ ...row, IMAGE2: 'https://i.etsy.example/2.jpg' }]);
  const italian = english
    .replace('TITLE,DESCRIPTION,PRICE', 'TITOLO,DESCRIZIONE,PREZZO')
    .replace('QUANTITY,TAGS,MATERIALS', 'QUANTITÀ,TAG,MATERIALI')
    .replaceAll('IMAGE', 'IMMAGINE');

  expect(await read(italian)).toEqual(await read(english));
});

test('the oldest Shopify export takes its kind from the category', async () => {
  const older = shopifyHeader.map((name) =>
    name === 'Product Category' ? 'Standardized Product Type' : name,
  );
  const kind = { 'Standardized Product Type': 'Arts & Entertainment > Crafts' };

  const { designs } = await read(csvOf(older, [{ ...rabbit, ...kind }]));

  expect(designs[0]?.type).toBe('Crafts');
});

test('removes the apostrophe that Shopify puts before a numeric SKU', async () => {
  const skus = ["'12", "'12-b", "'s"];

  const { designs } = await shopify(
    ...skus.map((sku) => ({ ...rabbit, Handle: sku, 'Variant SKU': sku })),
  );

  expect(designs.map(({ sku }) => sku)).toEqual(['12', '12-b', "'s"]);
});

test.each([',', ';', '\t'])('reads any text from a file separated by %j', async (separator) => {
  const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(title, { minLength: 1, maxLength: 20 }),
      fc.boolean(),
      async (titles, hasMark) => {
        const rows = titles.map((text, place) => ({
          Handle: `h-${place}`,
          Title: `x${text}`,
          'Variant Price': place,
        }));
        const file = `${hasMark ? '\ufeff' : ''}${csvOf(shopifyHeader, rows, separator)}`;

        const { designs, rows: read_ } = await read(file);

        expect(designs.map(({ key, price }) => [key, price])).toEqual(
          titles.map((_, place) => [`h-${place}`, place * 100]),
        );
        expect(read_.map(({ row }) => row)).toEqual(titles.map((_, place) => place + 2));
      },
    ),
    { numRuns: 60 },
  );
});

test('reads any bytes or refuses them with a message', async () => {
  const header = Buffer.from('Handle,Title,Variant Price\r\n');
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, isHeaded) => {
      const file = isHeaded ? Buffer.concat([header, bytes]) : Buffer.from(bytes);
      try {
        await readFile(file);
      } catch (error) {
        expect(error).toMatchObject({ name: 'Problem', code: 'INVALID' });
      }
    }),
    { numRuns: 300 },
  );
});

test('refuses a file that cannot be read, with the reason', async () => {
  const head = 'Handle,Title,Variant Price\r\n';
  expect(await refusal('')).toBe('This file is empty.');
  expect(await refusal(head)).toBe('This file has a header but no rows.');
  expect(await refusal(Buffer.from('PK\u0003\u0004'))).toMatch(/workbook/);
  const cutShort = Buffer.from(`\ufeff${head}a,A,1`, 'utf16le').subarray(0, -1);
  expect(await refusal(cutShort)).toBe('This isn’t a text file.');
  expect(await refusal(Buffer.from(`${head}a,Caf\u00e9,1\r\n`, 'latin1'))).toMatch(
    /^Line 2 has characters that aren’t UTF-8\./,
  );
  expect(await refusal(`${head}a,"never closed,1\r\nb,B,2`)).toMatch(/never closed/);
  expect(await refusal(`${head}a,"in "the" middle",1`)).toMatch(
    /Line 2: unexpected quotation mark/,
  );
  expect(await refusal(`${head}a,A,1,astray`)).toMatch(/Row 2 has more fields/);
  expect(await refusal('Name;Colour\r\nx;red')).toMatch(/Its columns are: Name, Colour/);
  expect(await refusal(head + 'a,A,1\n'.repeat(50_001))).toMatch(/more than 50,000 rows/);
});

test('reads a file that Excel saved as “Unicode Text”, in either byte order', async () => {
  const text = '\ufeffHandle\tTitle\tVariant Price\r\nfuchs\t"Füchse, 狐 🦊"\t4.50\r\n';
  const little = Buffer.from(text, 'utf16le');
  for (const file of [little, Buffer.from(little).swap16()]) {
    const { designs } = await readFile(file);
    expect(designs).toMatchObject([{ key: 'fuchs', title: 'Füchse, 狐 🦊', price: 450 }]);
  }
});

test.each([
  ['sep=;\r\n', ';'],
  ['sep=,\n', ','],
  ['sep=\t\r\n', '\t'],
  ['sep=\\t\n', '\t'],
  ['"sep=;"\r\n', ';'],
  ['"sep=,"\r', ','],
  ['SEP=;\r\n', ';'],
  ['\ufeffsep=;\r\n', ';'],
  ['\ufeff"sep=\t"\r\n', '\t'],
  ['sep=;\r\n\ufeff', ';'],
  ['sep=;\r\n\r\n', ';'],
  ['sep=;;;;;\r\n', ';'],
  ['sep=|\r\n', '|'],
  // Saved again by a program that took the line for a row.
  ['sep=;,,\r\n', ','],
])('skips the line %j before the header', async (line, separator) => {
  const file = line + csvOf(shopifyHeader, [rabbit], separator);

  const { designs, rows } = await read(file);

  expect(designs).toMatchObject([{ key: 'rabbit', price: 1250 }]);
  expect(rows.map(({ row }) => row)).toEqual([line.includes('\r\n\r\n') ? 3 : 2]);
});

test('counts the line “sep=” where it says which line is wrong', async () => {
  expect(await refusal('sep=,\r\nHandle,Title,Variant Price\r\na,"in "the" middle",1')).toMatch(
    /Line 3: unexpected quotation mark/,
  );
  expect(await refusal('sep=;\r\n')).toBe('This file is empty.');
});

test('lets other work run between every 100 products of a large file', async () => {
  const products = 2000;
  const file = Buffer.from(csvOf(shopifyHeader, shopifyRows(products)));
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);

  await readFile(file);
  clearImmediate(next);

  const ofParsing = file.byteLength / (32 * 1024);
  expect(turns).toBeGreaterThan(ofParsing + products / 100 - 2);
});

test('cuts a title that is too long after the last word that fits, and its row says so', async () => {
  const title = `${'Seamless pattern of sleepy foxes, '.repeat(5)}end`;

  const { designs, rows } = await shopify({ ...rabbit, Title: title });

  expect(designs[0]?.title).toBe(
    'Seamless pattern of sleepy foxes, Seamless pattern of sleepy foxes, Seamless pattern of sleepy foxes, Seamless pattern',
  );
  expect(rows[0]?.what).toBe('Design, $12.50, title shortened');
});

test('takes the first forty of many pictures, and the other rows say so', async () => {
  const pictures = Array.from({ length: 45 }, (_, place) => ({
    Handle: 'rabbit',
    'Image Src': `https://cdn.example/${place}.png`,
    'Image Position': place + 1,
  }));

  const { designs, rows } = await shopify(rabbit, ...pictures);

  expect(designs[0]?.pictures).toHaveLength(40);
  expect(rows.filter(({ reason }) => reason.includes('up to 40 pictures'))).toHaveLength(5);
});
