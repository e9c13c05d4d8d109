import type { LicenseType } from '#contract/shop/account.ts';
import { firstLicenceItems } from '#contract/shop/licence-rules.ts';
import type { CompleteText } from '#contract/studio/licences.ts';

const perItems = 'one single-file licence for every {items} items sold';

const version = '2026-11';

const fabricShop: Pick<CompleteText, 'licenseType' | 'allows'> = {
  licenseType: 'FABRIC_SHOP',
  allows: [
    'Print this design on fabric, paper, vinyl and similar goods, and sell them by the length, panel or piece.',
    'Let a printer do the printing for you, who keeps no copy of the file.',
    'Change its size to fit your widths and panels.',
    'Show your listings with pictures of the printed goods, or of the design with your watermark on it.',
  ],
};

const forbids = [
  'Share, resell, trade or give away the file, or put it where others can take it.',
  'Sell the design by itself as a digital file, a template or a stock picture.',
  "Say that you drew it, or make it a trademark. The drawing stays the designer's.",
];

/**
 * The first text of each licence, before the studio publishes one of its own. Never changed, because buyers
 * have bought under it.
 */
export const firstTexts: Readonly<Record<LicenseType, CompleteText>> = {
  FABRIC_SHOP: {
    ...fabricShop,
    version: '2026-12',
    forbids,
    goods: `Fabric shops and similar sellers need a single-file licence at purchase: this is it. What you print and sell in your own shop isn't limited. Goods sold wholesale or through print-on-demand need ${perItems}: this one covers the first {items}, and buying the design again adds {items} more.`,
    items: firstLicenceItems,
  },
  SMALL_BUSINESS: {
    licenseType: 'SMALL_BUSINESS',
    version,
    allows: [
      'Make things by hand with this design and sell them in your own small shop, at markets and online.',
      'Print, cut, sew or press it on fabric, paper, wood, vinyl and whatever else you make with.',
      'Change its size and put it together with other designs to fit what you make.',
      'Show photographs of what you made, wherever you sell it.',
    ],
    forbids,
    goods: `What you make by hand for your own small shop needs no extra licence. Goods sold wholesale or through print-on-demand need ${perItems}: this one covers the first {items}, and buying the design again adds {items} more.`,
    items: firstLicenceItems,
  },
};

/** Earlier first texts, for buyers who bought under them. This one limited what a fabric shop sells in its own shop, too. */
export const earlierFirstTexts: readonly CompleteText[] = [
  {
    ...fabricShop,
    version,
    forbids,
    goods: `Fabric shops and similar sellers need a single-file licence at purchase: this is it. It covers {items} items. Wholesale and print-on-demand need ${perItems}, and buying the design again adds {items} more.`,
    items: firstLicenceItems,
  },
];
