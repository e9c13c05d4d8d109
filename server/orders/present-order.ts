import type { Selectable } from 'kysely';
import { noBilling } from '#contract/shop/billing.ts';
import type { LicenceCount } from '#contract/shop/licence-count.ts';
import type { LicenceYear } from '#contract/shop/licence-year.ts';
import type { Order, OrderItem } from '#contract/shop/order.ts';
import { downloadPath } from '#contract/shop/own-paths.ts';
import type { StudioOrder } from '#contract/studio/orders.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Tables } from '../platform/database/tables.ts';
import { safeName } from '../platform/files/safe-name.ts';
import { nothingCounted } from './licence-counts.ts';
import { paidShare } from './payments/refundable.ts';
import { noteForBuyer } from './pending-reason.ts';
import {
  earlierVersions,
  type ReceiptVersion,
  receiptOpenUntil,
} from './receipts/receipt-versions.ts';

type Row<T extends keyof Tables> = Selectable<Tables[T]>;

type Refunds = readonly Pick<Row<'refunds'>, 'kind' | 'amount'>[];

/** A file of a design, and the ZIP of all of them. */
type DesignFile = Pick<Row<'productFiles'>, 'name' | 'bytes' | 'sha256'> &
  Pick<Row<'products'>, 'archiveSha256'>;

/** An order with everything that belongs to it, as stored. */
export interface OrderRows {
  readonly order: Row<'orders'>;
  readonly items: readonly Row<'orderItems'>[];
  /** Files of each item's design, by product id, in order. */
  readonly filesOf: ReadonlyMap<string, readonly DesignFile[]>;
  /** The signed licence cards, by item id. */
  readonly cards: ReadonlyMap<string, string>;
  /** What was counted for the licences, by item id. */
  readonly counts: ReadonlyMap<string, LicenceCount>;
  /** The days of yearly licences, by item id. */
  readonly years: ReadonlyMap<string, LicenceYear>;
  readonly refunds: readonly Pick<
    Row<'refunds'>,
    'kind' | 'amount' | 'creditNoteNumber' | 'createdAt'
  >[];
  /** The versions of its receipt, oldest first; none: a first one, which says nothing of the buyer. */
  readonly receipts: readonly ReceiptVersion[];
  /** The provider's code for why the payment is pending. */
  readonly pendingReason: string | undefined;
  /** The colleague's name. */
  readonly orderedBy: string | undefined;
}

/** An order as its buyer sees it. Its files can be downloaded once it `hasFiles`, unless the item was revoked. */
export function presentOrder({
  order,
  items,
  filesOf,
  cards,
  counts,
  years,
  refunds,
  receipts,
  pendingReason,
  orderedBy,
}: OrderRows): Order {
  const paymentNote = noteForBuyer(pendingReason);
  const openUntil = receiptOpenUntil(order);
  const receipt = receipts.at(-1);
  return {
    _id: order.id,
    orderNumber: order.orderNumber,
    createdAt: order.createdAt,
    acceptedTermsVersion: order.acceptedTermsVersion,
    status: order.state === 'paid' ? 'Completed' : 'Pending',
    paymentState: paymentState(order, refunds),
    ...(paymentNote !== undefined && { paymentNote }),
    totalPrice: toWire(order.totalPrice),
    totalDiscount: toWire(order.totalDiscount),
    couponCode: order.couponCode,
    paymentMethod: order.paymentMethod,
    ...(order.receiptNumber !== null && { receiptNumber: order.receiptNumber }),
    ...(openUntil !== null && {
      receipt: {
        version: receipt?.version ?? 1,
        ...(receipt?.billing ?? noBilling),
        openUntil,
        earlier: earlierVersions(order, receipts),
      },
    }),
    creditNotes: creditNotes(refunds),
    customerEmail: order.customerEmail,
    ...(orderedBy !== undefined && { orderedBy }),
    items: items.map((item) =>
      presentItem(order, item, {
        files: filesOf.get(item.productId) ?? [],
        card: cards.get(item.id),
        counted: counts.get(item.id) ?? nothingCounted,
        year: years.get(item.id),
      }),
    ),
    customerDetails: {
      name: order.customerName,
      email: order.customerEmail,
      country: order.customerCountry,
      city: order.customerCity,
    },
    ...(order.commissionId !== null &&
      order.quotePart !== null && {
        commission: {
          requestId: order.commissionId,
          part: order.quotePart,
          isReleased: order.releasedAt !== null,
        },
      }),
  };
}

/** Whether the files of a paid order can be downloaded: those of a custom design only once they are released. */
export function hasFiles(
  order: Pick<Row<'orders'>, 'state' | 'commissionId' | 'releasedAt'>,
): boolean {
  return order.state === 'paid' && (order.commissionId === null || order.releasedAt !== null);
}

/** The numbered papers of an order's refunds, oldest first. */
export function creditNotes(refunds: OrderRows['refunds']): StudioOrder['creditNotes'] {
  return refunds
    .flatMap(({ creditNoteNumber: number, amount, createdAt: at }) =>
      number === null ? [] : { number, amount: toWire(amount), at },
    )
    .sort((a, b) => a.at.localeCompare(b.at) || a.number.localeCompare(b.number));
}

/** The states for which `status` has no value (OP-19). */
export function paymentState(
  order: Pick<Row<'orders'>, 'state' | 'declinedAt' | 'totalPrice' | 'capturedAmount'>,
  refunds: Refunds,
): Order['paymentState'] {
  if (order.state === 'paid') return paidState(order.capturedAmount ?? order.totalPrice, refunds);
  if (order.state === 'capturing') return 'processing';
  if (order.state === 'review' || order.state === 'void') return order.state;
  return order.declinedAt === null ? 'none' : 'declined';
}

function paidState(paid: number, refunds: Refunds): Order['paymentState'] {
  const back = refunds
    .filter((row) => row.kind === 'refund')
    .reduce((sum, row) => sum + row.amount, 0);
  if (back > 0 && back >= paid) return 'refunded';
  if (isDisputed(refunds)) return 'disputed';
  return back > 0 ? 'part-refunded' : 'paid';
}

/** Whether more disputes were opened than closed. */
export function isDisputed(refunds: Refunds): boolean {
  const count = (kind: string) => refunds.filter((row) => row.kind === kind).length;
  return count('dispute') > count('dispute_closed');
}

function presentItem(
  order: Row<'orders'>,
  item: Row<'orderItems'>,
  {
    files,
    card,
    counted,
    year,
  }: {
    readonly files: readonly DesignFile[];
    readonly card: string | undefined;
    readonly counted: LicenceCount;
    readonly year: LicenceYear | undefined;
  },
): OrderItem {
  const isOpen = hasFiles(order) && item.revokedAt === null;
  const [first] = files;
  const single = files.length === 1 ? first : undefined;
  const whole = single ? single.sha256 : first?.archiveSha256;
  const paid = paidShare(item);
  // Of a payment of less, or in another currency, no item's part is known.
  const isPaidInFull = (order.capturedAmount ?? 0) >= order.totalPrice;
  return {
    _id: item.id,
    productId: item.productId,
    licenseType: item.licenseType,
    licenceTextVersion: item.licenceTextVersion,
    licenceItems: item.licenceItems,
    ...(item.collectionName !== null && { collectionName: item.collectionName }),
    ...(isOpen && card !== undefined && { licenceCard: card }),
    ...(year && { year }),
    // Of a custom design, no further licence can be bought.
    ...(order.state === 'paid' && order.commissionId === null && { counted }),
    price: toWire(item.price),
    discountedPrice: item.discountedPrice === null ? null : toWire(item.discountedPrice),
    productName: item.productName,
    downloadLink: isOpen && !year ? downloadPath(order.id, item.id) : '',
    fileName: safeName(single?.name ?? `${item.productName}.zip`),
    ...(isOpen && whole && { sha256: whole }),
    files: files.map((file, place) => ({
      name: safeName(file.name),
      bytes: file.bytes ?? 0,
      sha256: isOpen ? (file.sha256 ?? '') : '',
      downloadLink: isOpen ? downloadPath(order.id, item.id, place) : '',
    })),
    isRevoked: item.revokedAt !== null,
    ...(item.refundedAt !== null &&
      isPaidInFull &&
      paid > 0 && { refunded: { amount: toWire(paid), at: item.refundedAt } }),
    product: { title: item.productName, image: { url: item.imageUrl } },
  };
}
