/** Files in the format of other shops' exports, generated with variants, picture rows, HTML, quotes and emoji. */

export type Cells = Readonly<Record<string, string | number>>;

/** The CSV of rows; a column that a row doesn't name stays empty. */
export function csvOf(columns: readonly string[], rows: readonly Cells[], separator = ','): string {
  const cell = (value: string | number = '') =>
    /["\r\n,;\t]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map(cell).join(separator))
    .join('\r\n');
}

export const shopifyHeader = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published'],
  ...['Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', 'Option3 Name'],
  ...['Option3 Value', 'Variant SKU', 'Variant Grams', 'Variant Inventory Tracker'],
  ...['Variant Inventory Policy', 'Variant Fulfillment Service', 'Variant Price'],
  ...['Variant Compare At Price', 'Variant Requires Shipping', 'Variant Taxable'],
  ...['Variant Barcode', 'Image Src', 'Image Position', 'Image Alt Text', 'Gift Card'],
  ...['SEO Title', 'SEO Description', 'Variant Image', 'Variant Weight Unit', 'Cost per item'],
  ...['Included / International', 'Price / International', 'Status'],
];

const motifs = ['Fox', 'Moon', 'Whale', 'Daisy', 'Rocket', 'Lémon', 'Owl 🦉', 'Cloud', 'Berry'];

/**
 * Shopify rows for `products`, one to four each: every third has a variant of the same price, every seventh
 * one of another price, every second an extra picture. `base` is the URL of their pictures.
 */
export function shopifyRows(products: number, base = 'https://cdn.shop.example/'): Cells[] {
  return Array.from({ length: products }, (_, place) => shopifyProduct(place, base)).flat();
}

function shopifyProduct(place: number, base: string): Cells[] {
  const handle = `sleepy-design-${place}`;
  const price = (4 + (place % 40) * 0.5).toFixed(2);
  const first: Cells = {
    Handle: handle,
    Title: `Sleepy ${motifs[place % motifs.length]} “No. ${place}”, seamless`,
    'Body (HTML)': `<meta charset='utf-8'><p class="p1">Drawn by hand, "${place}" times.</p>\n<ul><li>Tiles &amp; repeats</li></ul>`,
    Vendor: place % 2 ? 'Clementine Fox' : 'juniper moon',
    'Product Category': 'Arts & Entertainment > Hobbies > Patterns',
    Type: ['Seamless patterns', 'Clip art', 'Branding kits'][place % 3] ?? '',
    Tags: 'kids, forest, Gift',
    Published: 'true',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant SKU': `S-${place}`,
    'Variant Price': price,
    'Variant Compare At Price': place % 5 ? '' : '99.00',
    'Variant Requires Shipping': 'false',
    'Image Src': `${base}${place}-0.png?v=1`,
    'Image Position': 1,
    'Image Alt Text': `A tile of ${place}`,
    'Gift Card': 'false',
    Status: place % 4 ? 'active' : 'draft',
  };
  const more: Cells[] = [];
  if (place % 3 === 0) {
    more.push({ Handle: handle, 'Option1 Value': 'PNG', 'Variant Price': price });
  }
  if (place % 7 === 0) {
    more.push({ Handle: handle, 'Option1 Value': 'Extended', 'Variant Price': '250.00' });
  }
  if (place % 2 === 0) {
    more.push({ Handle: handle, 'Image Src': `${base}${place}-1.png`, 'Image Position': 2 });
  }
  return [first, ...more];
}

export const etsyHeader = [
  ...['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE', 'QUANTITY', 'TAGS', 'MATERIALS'],
  ...Array.from({ length: 10 }, (_, place) => `IMAGE${place + 1}`),
  ...[1, 2, 3].flatMap((place) =>
    ['TYPE', 'NAME', 'VALUES'].map((part) => `VARIATION ${place} ${part}`),
  ),
  'SKU',
];

/** Etsy rows for `listings`: every third without a SKU, every ninth in pounds. */
export function etsyRows(listings: number, base = 'https://i.etsy.example/'): Cells[] {
  return Array.from({ length: listings }, (_, place) => ({
    TITLE: `${motifs[place % motifs.length]} Pattern ${place} &quot;tiny&quot; | Kids&#39; fabric`,
    DESCRIPTION: `A tile, drawn by hand.\n\nTwo files:\n– PNG <300 dpi>\n– "SVG", ${place}`,
    PRICE: (3 + (place % 20) * 0.35).toFixed(2),
    CURRENCY_CODE: place % 9 === 8 ? 'GBP' : 'USD',
    QUANTITY: 999,
    TAGS: 'seamless_patterns,kids,forest_animals',
    MATERIALS: 'digital',
    IMAGE1: `${base}il_fullxfull.${place}_a.jpg`,
    IMAGE2: place % 2 ? `${base}il_fullxfull.${place}_b.jpg` : '',
    SKU: place % 3 === 2 ? '' : `E-${place}`,
  }));
}

export const gumroadHeader = [
  ...['id', 'name', 'description', 'price', 'currency', 'formatted_price', 'tags', 'published'],
  ...['custom_permalink', 'short_url', 'thumbnail_url', 'preview_url', 'deleted', 'sales_count'],
];
