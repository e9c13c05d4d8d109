import type { LicenseType } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';

/** What one version of the licence text says; a bought item keeps the version it was bought under (OP-23). */
export interface LicenceText {
  readonly allows: readonly string[];
  readonly forbids: readonly string[];
  /** How many sold goods it covers, and what the next ones need. */
  readonly goods: string;
}

interface LicenceVersion {
  readonly allows: Readonly<Record<LicenseType, readonly string[]>>;
  readonly forbids: readonly string[];
  readonly goods: Readonly<Record<LicenseType, string>>;
}

const perHundred = `one single-file licence for every ${limits.licenceGoods} items sold`;

/**
 * Every wording that was ever sold, by its version. A new one is added beside the others and named
 * in the studio's settings; what stands here is never changed, since buyers hold it.
 */
const versions: Readonly<Record<string, LicenceVersion>> = {
  '2026-11': {
    allows: {
      SMALL_BUSINESS: [
        'Make things by hand with this design and sell them in your own small shop, at markets and online.',
        'Print, cut, sew or press it on fabric, paper, wood, vinyl and whatever else you make with.',
        'Change its size and put it together with other designs to fit what you make.',
        'Show photographs of what you made, wherever you sell it.',
      ],
      FABRIC_SHOP: [
        'Print this design on fabric, paper, vinyl and similar goods, and sell them by the length, panel or piece.',
        'Let a printer do the printing for you, who keeps no copy of the file.',
        'Change its size to fit your widths and panels.',
        'Show your listings with pictures of the printed goods, or of the design with your watermark on it.',
      ],
    },
    forbids: [
      'Share, resell, trade or give away the file, or put it where others can take it.',
      'Sell the design by itself as a digital file, a template or a stock picture.',
      "Say that you drew it, or make it a trademark. The drawing stays the designer's.",
    ],
    goods: {
      SMALL_BUSINESS: `What you make by hand for your own small shop needs no extra licence. Goods sold wholesale or through print-on-demand need ${perHundred}: this one covers the first ${limits.licenceGoods}, and buying the design again adds ${limits.licenceGoods} more.`,
      FABRIC_SHOP: `Fabric shops and similar sellers need a single-file licence at purchase: this is it. It covers ${limits.licenceGoods} items. Wholesale and print-on-demand need ${perHundred}, and buying the design again adds ${limits.licenceGoods} more.`,
    },
  },
};

/** The wording that an item was bought under; null for a version that was never sold here. */
export function licenceText(version: string, licenseType: LicenseType): LicenceText | null {
  const known = Object.hasOwn(versions, version) ? versions[version] : undefined;
  if (!known) return null;
  return {
    allows: known.allows[licenseType],
    forbids: known.forbids,
    goods: known.goods[licenseType],
  };
}
