import type { LicenseType } from './account.ts';

/**
 * What a shop's way of selling needs, and what a bought licence covers: the one source for every
 * short text about it (terms, licence page, product page, checkout, orders, receipt). The whole
 * wording of a licence is a version of its own that the studio publishes, see licence-text.ts.
 */

/** Items that one single-file licence covers. */
export const licenceItems = 100;

/** A single-file licence as it is needed for goods that are made in numbers (N03). */
export const licencePerItems = `single-file licence for every ${licenceItems} items sold`;

/** Who needs what (N03, N04). */
export const licenceNeeds = {
  handmade: { seller: 'Small handmade shops', needs: 'no extra licence' },
  fabric: {
    seller: 'Fabric shops and similar sellers',
    needs: 'a single-file licence at purchase',
  },
  wholesale: { seller: 'Wholesale and print-on-demand', needs: `a ${licencePerItems}` },
} as const;

/** One of them as a sentence: `Small handmade shops need no extra licence.` */
export function licenceSentence(kind: keyof typeof licenceNeeds): string {
  const { seller, needs } = licenceNeeds[kind];
  return `${seller} need ${needs}.`;
}

/** What the licence of a bought design covers, in a sentence or two after its name. */
export const licenceCovers: Readonly<Record<LicenseType, string>> = {
  FABRIC_SHOP: `A single-file licence for ${licenceItems} items.`,
  SMALL_BUSINESS: `Handmade goods need no extra licence. In wholesale and print-on-demand it covers ${licenceItems} items.`,
};

/** What buying a design again brings (OP-22). */
export const boughtAgain = `adds another single-file licence for ${licenceItems} items`;
