import { type Cells, csvOf } from './import-files.ts';

/**
 * Files with the columns, languages and currencies of exports as shops publish them. Every product is made up.
 */

/** Shopify's export of today. Metafields get a column each, named by the shop. */
export const newShopifyHeader = [
  ...['Title', 'URL handle', 'Description', 'Vendor', 'Product category', 'Type', 'Tags'],
  ...['Published on online store', 'Status', 'SKU', 'Barcode', 'Option1 name', 'Option1 value'],
  ...['Option1 Linked To', 'Option2 name', 'Option2 value', 'Option2 Linked To', 'Option3 name'],
  ...['Option3 value', 'Option3 Linked To', 'Price', 'Compare-at price', 'Cost per item'],
  ...['Charge tax', 'Tax code', 'Unit price total measure', 'Unit price total measure unit'],
  ...['Unit price base measure', 'Unit price base measure unit', 'Inventory tracker'],
  ...['Inventory quantity', 'Continue selling when out of stock', 'Weight value (grams)'],
  ...['Weight unit for display', 'Requires shipping', 'Fulfillment service', 'Product image URL'],
  ...['Image position', 'Image alt text', 'Variant image URL', 'Gift card', 'SEO title'],
  ...['SEO description', 'Color (product.metafields.shopify.color-pattern)'],
  ...['Dateiformat (product.metafields.custom.dateiformat)'],
  ...['Google Shopping / Google product category', 'Google Shopping / Custom label 0'],
];

const image = (name: string) =>
  `https://cdn.shop.example/s/files/1/0000/files/${name}?v=1700000000`;

/** A German shop: two licences with prices in euros, a second picture, an HTML body with styles. */
const german: readonly Cells[] = [
  {
    Title: 'Schläfriger Fuchs – nahtloses Muster 🦊',
    'URL handle': 'schlaefriger-fuchs',
    Description:
      '<meta charset="utf-8"><h2 style="color:red">Über das Muster</h2>\n<p data-mce-fragment="1">Handgezeichnet, <strong>300&nbsp;dpi</strong>; „weich“ & gemütlich.</p><ul><li>PNG</li></ul>',
    Vendor: 'Füchse & Freunde',
    'Product category': 'Arts & Entertainment > Hobbies & Creative Arts > Arts & Crafts',
    Type: 'Nahtlose Muster',
    Tags: 'Fuchs, Herbst, Kinder, nahtlos',
    'Published on online store': 'TRUE',
    Status: 'Active',
    SKU: "'00712",
    'Option1 name': 'Lizenz',
    'Option1 value': 'Privat',
    Price: '4,90',
    'Compare-at price': '1.234,50',
    'Charge tax': 'TRUE',
    'Requires shipping': 'FALSE',
    'Product image URL': image('fuchs-1.png'),
    'Image position': 1,
    'Image alt text': 'Fuchs, schlafend',
    'Gift card': 'FALSE',
    'Dateiformat (product.metafields.custom.dateiformat)': '["PNG","SVG"]',
  },
  {
    'URL handle': 'schlaefriger-fuchs',
    'Option1 value': 'Gewerblich',
    SKU: 'FX-G',
    Price: '49,00 €',
    'Product image URL': image('fuchs-2.png'),
    'Image position': 2,
  },
];

/** A Japanese shop, in yen. */
const japanese: readonly Cells[] = [
  {
    Title: '眠いキツネのシームレスパターン🌙',
    'URL handle': '眠いキツネ',
    Description: '<p>手描きの水彩。<br>商用利用可。</p>',
    Vendor: '月工房',
    Type: 'シームレスパターン',
    Tags: 'キツネ, 月, 水彩',
    SKU: 'JP-月-1',
    Price: '¥1,200',
    'Product image URL': image('%E6%9C%88.png'),
    'Image position': 1,
  },
];

export const germanShopify = () => csvOf(newShopifyHeader, german, ';');
export const japaneseShopify = () => `\ufeff${csvOf(newShopifyHeader, japanese)}`;

const englishEtsy = [
  ...['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE', 'QUANTITY', 'TAGS', 'MATERIALS'],
  ...Array.from({ length: 10 }, (_, place) => `IMAGE${place + 1}`),
  ...[1, 2].flatMap((place) =>
    ['TYPE', 'NAME', 'VALUES'].map((part) => `VARIATION ${place} ${part}`),
  ),
  'SKU',
];

/** Etsy translates its columns, all but two, and keeps their order. */
const frenchEtsy = [
  ...['TITRE', 'DESCRIPTION', 'PRIX', 'CURRENCY_CODE', 'QUANTITÉ', 'TAGS', 'MATÉRIAUX'],
  ...Array.from({ length: 10 }, (_, place) => `IMAGE${place + 1}`),
  ...[1, 2].flatMap((place) =>
    ['TYPE', 'NOM', 'VALEURS'].map((part) => `${part} VARIATION ${place}`),
  ),
  'SKU',
];

const listings: readonly Cells[] = [
  {
    TITLE: 'Renard endormi 🦊 motif sans couture | Papier numérique &quot;forêt&quot;',
    DESCRIPTION:
      'Dessiné à la main.\n\n• PNG 300 dpi\n• &lt;SVG&gt; &amp; PDF\n\nMerci d&#39;être passé ♥',
    PRICE: '1234.50',
    CURRENCY_CODE: 'EUR',
    QUANTITY: 999,
    TAGS: 'renard,motif_sans_couture,forêt_d_automne',
    MATERIALS: 'fichier numérique',
    IMAGE1: 'https://i.etsy.example/il_fullxfull.1_renard.jpg',
    IMAGE2: 'https://i.etsy.example/il_fullxfull.2_renard.jpg',
    'VARIATION 1 TYPE': 'Licence',
    'VARIATION 1 NAME': 'Licence',
    'VARIATION 1 VALUES': 'Personnelle,Commerciale',
    SKU: 'RF-1,RF-2',
  },
  {
    TITLE: 'Sleepy owl 🦉 clipart',
    DESCRIPTION: '=1+1 is not a formula here',
    PRICE: '3.50',
    CURRENCY_CODE: 'GBP',
    QUANTITY: 1,
    TAGS: 'owl,clip_art',
    IMAGE1: 'https://i.etsy.example/il_fullxfull.3_owl.jpg',
  },
];

export const englishListings = () => csvOf(englishEtsy, listings);

export function frenchListings(): string {
  const renamed = listings.map((listing) =>
    Object.fromEntries(
      Object.entries(listing).map(([name, cell]) => [
        frenchEtsy[englishEtsy.indexOf(name)] ?? name,
        cell,
      ]),
    ),
  );
  return csvOf(frenchEtsy, renamed);
}
