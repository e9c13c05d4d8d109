import type { LicenseType } from './account.ts';

/**
 * Which licence each kind of seller needs and what a bought licence covers. Every short text about it uses
 * this (product page, checkout, orders, receipt). The full wording of a licence is a version that the studio
 * publishes, together with the number of items that one licence covers; see licence-text.ts.
 */

/** Items covered by one single-file licence until the studio chooses another number. */
export const firstLicenceItems = 100;

/** A text of the studio with the number of items that a licence covers. */
export function withItems(text: string, items: number): string {
  return text.replaceAll(itemsMark, String(items));
}

/** The placeholder for that number in the studio's texts. */
export const itemsMark = '{items}';

/** The licence needed to sell goods in quantity (N03). */
export function licencePerItems(items: number): string {
  return `single-file licence for every ${items} items sold`;
}

const sellers = {
  handmade: 'Small handmade shops',
  fabric: 'Fabric shops and similar sellers',
  wholesale: 'Wholesale and print-on-demand',
} as const;

/** Who sells, and how. */
export type SellerKind = keyof typeof sellers;

/** Which licence a seller needs (N03, N04). */
function licenceNeeds(kind: SellerKind, items: number): string {
  if (kind === 'handmade') return 'no extra licence';
  return kind === 'fabric' ? 'a single-file licence at purchase' : `a ${licencePerItems(items)}`;
}

/** The same as a sentence: `Small handmade shops need no extra licence.` */
export function licenceSentence(kind: SellerKind, items: number): string {
  return `${sellers[kind]} need ${licenceNeeds(kind, items)}.`;
}

/** What a licence allows without a limit, in a sentence shown after its name. */
export const licenceAllows: Readonly<Record<LicenseType, string>> = {
  FABRIC_SHOP: 'Print and sell as much as you like in your own shop.',
  SMALL_BUSINESS: 'Sell what you make by hand, as much as you like.',
};

/** What the licence of a bought design covers, in two sentences shown after its name. The number binds wholesale alone. */
export function licenceCovers(type: LicenseType, items: number): string {
  return `${licenceAllows[type]} Wholesale and print-on-demand: up to ${items} items.`;
}

/** What buying a design again adds (OP-22). */
export function boughtAgain(items: number): string {
  return `adds another single-file licence for ${items} items`;
}
