import { type LicenseType, licenseTypeNames } from '#contract/shop/account.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { exclusiveMeaning, isExclusive } from '#contract/shop/exclusive.ts';
import { licenceCovers } from '#contract/shop/licence-rules.ts';
import { isYear, yearlyCovers } from '#contract/shop/licence-year.ts';
import type { QuotePart } from '#contract/shop/order.ts';
import { orderPath } from '#contract/shop/own-paths.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { type Amount, formatCents, formatPaid, priceToPay } from '#contract/wire/money.ts';
import { type Letter, writeLetter } from './letter.ts';
import type { Letterhead } from './letterhead.ts';
import { wording } from './wording.ts';

/** To buyers, about what they ordered. */

/** The data for the receipt of a paid order; amounts in cents, `paidAt` ISO 8601. */
export interface ReceiptOrder {
  readonly id: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly paidAt: string;
  readonly totalPrice: number;
  readonly couponCode: string | null;
  readonly couponDiscount: number;
  /** Which part of a custom design's price it pays; null: it is for no custom design. */
  readonly quotePart: QuotePart | null;
  readonly items: readonly {
    readonly productName: string;
    readonly price: number;
    readonly discountedPrice: number | null;
    readonly licenseType: LicenseType;
    readonly licenceItems: number;
    /** The collection with whose price it was bought; null: by itself. */
    readonly collectionName: string | null;
  }[];
}

/** To the buyer of a paid order. */
export function receipt(head: Letterhead, order: ReceiptOrder): Letter {
  const items = order.items.map(
    (item) =>
      [
        isYear(item.productName, order.quotePart !== null)
          ? item.productName
          : `${item.productName} (${licenceName(item.licenseType)})${inCollection(item.collectionName)}${partNames[order.quotePart ?? 'whole']}`,
        formatCents(priceToPay(item.price, item.discountedPrice)),
      ] as const,
  );
  const coupon =
    order.couponCode === null
      ? []
      : ([[`Coupon ${order.couponCode}`, `-${formatCents(order.couponDiscount)}`]] as const);
  const values = {
    name: order.customerName,
    order: order.orderNumber,
    date: dayInWords(dayIn(head.timeZone ?? 'UTC', order.paidAt)),
  };
  const words = wording(head, 'receipt', values, licencesOf(order));
  return writeLetter(head, {
    ...words,
    // The studio's words are about files that are there at once.
    ...(order.quotePart && { paragraphs: quotedParagraphs(values, order) }),
    rows: [...items, ...coupon, ['Total', formatCents(order.totalPrice)]],
    action: {
      label: 'Open your order',
      path: orderPath(order.id),
    },
  });
}

function licencesOf({ items }: ReceiptOrder): string[] {
  const bought = items.map(
    ({ licenseType, licenceItems }) =>
      `${licenceName(licenseType)}. ${licenceCovers(licenseType, licenceItems)}`,
  );
  return [...new Set(bought)];
}

/** A custom design has its files, and its licence, only once it is accepted. */
function quotedParagraphs(
  { name, order, date }: Readonly<Record<'name' | 'order' | 'date', string>>,
  { quotePart, items }: ReceiptOrder,
): string[] {
  const isForYear = items.some(({ productName }) => isYear(productName, true));
  const isSole = items.some(({ productName }) => isExclusive(productName, true));
  const licences = isSole ? [exclusiveMeaning] : [];
  return [
    `Thank you, ${name}!`,
    `Order ${order} was paid on ${date}. ${isForYear ? yearPaid : partWords[quotePart ?? 'whole']}`,
    ...(quotePart === 'rest' ? [] : licences),
  ];
}

const yearPaid = `It pays for your yearly licence, which covers: ${yearlyCovers} Its licence card, for marketplaces and print shops, is in My orders.`;

const partWords: Readonly<Record<QuotePart, string>> = {
  whole:
    'It pays for your custom design. Its files and licence come into this order once you have accepted it.',
  deposit:
    'It is the deposit for your custom design. Its files and licence come into this order once you have accepted it and paid the rest.',
  rest: 'It is the rest of the price of your custom design. Its files and licence are in the order of the deposit once you have accepted it.',
};

/** What a payment for a part of a custom design's price adds to the design's name. */
export const partNames: Readonly<Record<QuotePart, string>> = {
  whole: '',
  deposit: ', deposit',
  rest: ', rest of the price',
};

function inCollection(name: string | null): string {
  return name === null ? '' : `, in the collection “${name}”`;
}

/** A design whose licence ends with a refund. */
interface RevokedDesign {
  readonly name: string;
  /** Whether another order of the buyer still gives a licence for it. */
  readonly isStillLicensed: boolean;
}

/** To a refunded buyer. */
export function refunded(
  head: Letterhead,
  order: {
    readonly id: string;
    readonly orderNumber: string;
    readonly amount: Amount;
    readonly quotePart: QuotePart | null;
    readonly revoked: readonly RevokedDesign[];
  },
): Letter {
  return writeLetter(head, {
    ...wording(
      head,
      'refunded',
      { order: order.orderNumber, amount: formatPaid(order.amount) },
      endedLicences(order.revoked, order.quotePart !== null),
    ),
    action: { label: 'Open your order', path: orderPath(order.id) },
  });
}

function endedLicences(revoked: readonly RevokedDesign[], isQuoted: boolean): string[] {
  if (revoked.some(({ name }) => isYear(name, isQuoted))) {
    return ['Your yearly licence ended with the refund: nothing more may be sold under it.'];
  }
  const names = (isStillLicensed: boolean) =>
    revoked.filter((design) => design.isStillLicensed === isStillLicensed).map(({ name }) => name);
  const gone = names(false);
  const left = names(true);
  const ended = `The ${gone.length === 1 ? 'licence for' : 'licences for'} ${gone.join(', ')} ended with the refund: the files can no longer be downloaded, so please stop using them.`;
  const fewer = `You now have one licence fewer for ${left.join(', ')}. Another order still gives you a licence, so you can go on using the files.`;
  return [...(gone.length > 0 ? [ended] : []), ...(left.length > 0 ? [fewer] : [])];
}

/** To a buyer whom the studio gave a design for free. */
export function downloadGiven(
  head: Letterhead,
  order: { readonly id: string; readonly orderNumber: string; readonly productName: string },
): Letter {
  return writeLetter(head, {
    ...wording(head, 'downloadGiven', { design: order.productName, order: order.orderNumber }),
    action: { label: 'Open your order', path: orderPath(order.id) },
  });
}

function licenceName(type: LicenseType): string {
  return `${licenseTypeNames[type]} licence`;
}
