import type { LicenseType } from './account.ts';

/**
 * Which licence each kind of seller needs and what a bought licence covers. Every short text about it uses
 * this (terms, licence page, product page, checkout, orders, receipt). The full wording of a licence is a
 * version that the studio publishes; see licence-text.ts.
 */

/** Items covered by one single-file licence. */
export const licenceItems = 100;

/** The licence needed to sell goods in quantity (N03). */
export const licencePerItems = `single-file licence for every ${licenceItems} items sold`;

/** Which seller needs which licence (N03, N04). */
export const licenceNeeds = {
  handmade: { seller: 'Small handmade shops', needs: 'no extra licence' },
  fabric: {
    seller: 'Fabric shops and similar sellers',
    needs: 'a single-file licence at purchase',
  },
  wholesale: { seller: 'Wholesale and print-on-demand', needs: `a ${licencePerItems}` },
} as const;

/** One of these as a sentence: `Small handmade shops need no extra licence.` */
export function licenceSentence(kind: keyof typeof licenceNeeds): string {
  const { seller, needs } = licenceNeeds[kind];
  return `${seller} need ${needs}.`;
}

/** What the licence of a bought design covers, in a sentence or two shown after its name. */
export const licenceCovers: Readonly<Record<LicenseType, string>> = {
  FABRIC_SHOP: `A single-file licence for ${licenceItems} items.`,
  SMALL_BUSINESS: `Handmade goods need no extra licence. In wholesale and print-on-demand it covers ${licenceItems} items.`,
};

/** What buying a design again adds (OP-22). */
export const boughtAgain = `adds another single-file licence for ${licenceItems} items`;
