import { byKind } from '#contract/shop/keywords.ts';
import type { DemoProduct } from '../drawing/demo-studio.ts';

export const categories = {
  patterns: 'Seamless Patterns',
  clipArt: 'Clip Art PNGs',
  kits: 'Logo & Branding Kits',
  animals: 'Animal Friends',
  garden: 'Garden & Florals',
  seaAndSky: 'Sea & Sky',
  treats: 'Treats & Toys',
  holidays: 'Holidays',
} as const;

export type Category = (typeof categories)[keyof typeof categories];

export const clementine = 'Clementine Fox';
export const juniper = 'Juniper Moon';

/** What every product of the catalogue has, whatever its kind. */
export interface Listing {
  readonly title: string;
  /** One or two sentences, plain text. */
  readonly story: string;
  readonly by: readonly string[];
  readonly price: number;
  /** The reduced price. */
  readonly now?: number;
  readonly sold: number;
  readonly daysAgo: number;
  /** Comma-separated keywords of each kind: what it shows, what it could be used for and so on. */
  readonly motif: string;
  readonly occasion: string;
  readonly style: string;
  readonly color: string;
}

/** A product that has no number yet. */
export type Draft = Omit<DemoProduct, 'sku'> & { readonly skuPrefix: string };

export function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Escapes plain text for HTML. */
export function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A product description as HTML. `story` is plain text; `contents` may contain tags. */
export function describe(story: string, contents: readonly string[]): string {
  const list = contents.map((item) => `<li>${item}</li>`).join('');
  return [
    `<p>${asHtml(story)}</p>`,
    `<p><strong>What you get</strong></p><ul>${list}</ul>`,
    '<p><strong>What you may do with it</strong></p><ul>',
    '<li>Small handmade shops: sew it, print it and sell what you make. <em>No extra licence needed.</em></li>',
    '<li>Wholesale and print-on-demand: single-file licences, by the number of items you sell.</li>',
    '<li>Fabric shops: one single-file licence when you buy.</li></ul>',
    '<p>A digital download. Nothing is posted to you, and colours may differ a little from screen to print.</p>',
  ].join('');
}

export function listed(listing: Listing) {
  return {
    slug: slugOf(listing.title),
    title: listing.title,
    price: listing.price,
    discountedPrice: listing.now ?? null,
    designers: listing.by,
    salesCount: listing.sold,
    publishedDaysAgo: listing.daysAgo,
    keywords: byKind((kind) => listing[kind].split(', ')),
  };
}
