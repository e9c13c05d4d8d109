import { expect, test } from 'vitest';
import { noChoices } from '#server/designs/imports/import-choices.ts';
import { readFile } from '#server/designs/imports/read-file.ts';
import {
  englishListings,
  frenchListings,
  germanShopify,
  japaneseShopify,
} from '#tests/support/real-exports.ts';

const rate = (code: string, usd: number) =>
  ({ how: 'convert', code, rate: usd, rounding: 'cent' }) as const;

test('reads a German Shopify export: new columns, semicolons, euros, licences and metafields', async () => {
  const { source, designs, rows, words } = await readFile(Buffer.from(germanShopify()), {
    ...noChoices,
    currencies: { '': rate('EUR', 1.1) },
    variant: { by: 'option', name: 'Lizenz', value: 'Gewerblich' },
  });

  expect(source).toBe('shopify');
  expect(designs).toMatchObject([
    {
      key: 'schlaefriger-fuchs',
      title: 'Schläfriger Fuchs – nahtloses Muster 🦊',
      price: 5390,
      discountedPrice: null,
      sku: '00712',
      vendor: 'Füchse & Freunde',
      type: 'Nahtlose Muster',
      tags: ['Fuchs', 'Herbst', 'Kinder', 'nahtlos'],
      pictures: [{ row: 2 }, { row: 3 }],
    },
  ]);
  expect(designs[0]?.description).not.toMatch(/style|data-mce|meta/);
  expect(designs[0]?.description).toContain('„weich“ &amp; gemütlich.');
  expect(rows.map(({ what }) => what)).toEqual([
    'Variant Privat, 4.90 EUR → $5.39; priced as Variant Gewerblich, 49.00 EUR → $53.90',
    'Variant Gewerblich, 49.00 EUR → $53.90',
  ]);
  expect(words).toMatchObject({
    variants: 1,
    options: [
      ['["Lizenz","Gewerblich"]', 1],
      ['["Lizenz","Privat"]', 1],
    ],
  });
});

test('reads a German discount, with a dot for thousands', async () => {
  const choices = { ...noChoices, currencies: { '': rate('EUR', 1) } };
  const { designs } = await readFile(Buffer.from(germanShopify()), choices);

  expect(designs[0]).toMatchObject({ price: 123_450, discountedPrice: 490 });
});

test('reads a Japanese Shopify export in yen', async () => {
  const choices = { ...noChoices, currencies: { '': rate('JPY', 0.0067) } };
  const { designs, rows } = await readFile(Buffer.from(japaneseShopify()), choices);

  expect(designs).toMatchObject([
    {
      key: '眠いキツネ',
      title: '眠いキツネのシームレスパターン🌙',
      price: 804,
      sku: 'JP-月-1',
      tags: ['キツネ', '月', '水彩'],
    },
  ]);
  expect(rows[0]?.what).toBe('Design, 1200 JPY → $8.04');
});

test('reads an Etsy download in French like the English one', async () => {
  const choices = { ...noChoices, currencies: { EUR: rate('', 1.08) } };
  const french = await readFile(Buffer.from(frenchListings()), choices);

  expect(french).toEqual(await readFile(Buffer.from(englishListings()), choices));
  expect(french.designs).toMatchObject([
    {
      key: 'sku RF-1',
      title: 'Renard endormi 🦊 motif sans couture | Papier numérique "forêt"',
      price: 133_326,
      tags: ['renard', 'motif sans couture', 'forêt d automne'],
      pictures: [{ row: 2 }, { row: 2 }],
    },
  ]);
  expect(french.designs[0]?.description).toContain('• &lt;SVG&gt; &amp; PDF');
  expect(french.rows[1]).toMatchObject({
    design: null,
    what: 'Listing, 3.50 GBP',
    reason: 'Its price is in GBP, but the shop sells in US dollars.',
  });
});
