import { type AccountStatus, type LicenseType, licenseTypeNames } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import { formatUsd, priceToPay, toWire } from '#contract/money.ts';
import { paths } from '#contract/paths.ts';
import { type Letter, writeLetter } from './letter.ts';
import type { Letterhead } from './letterhead.ts';

/** What a receipt needs of a paid order; amounts in cents, `paidAt` ISO 8601. */
export interface ReceiptOrder {
  readonly id: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly paidAt: string;
  readonly totalPrice: number;
  readonly couponCode: string | null;
  readonly couponDiscount: number;
  readonly items: readonly {
    readonly productName: string;
    readonly price: number;
    readonly discountedPrice: number | null;
    readonly licenseType: LicenseType;
  }[];
}

/** To the buyer, once the order is paid. */
export function receipt(head: Letterhead, order: ReceiptOrder): Letter {
  const items = order.items.map(
    (item) =>
      [
        `${item.productName} (${licenseTypeNames[item.licenseType]} licence, up to ${limits.licenceGoods} goods)`,
        usd(priceToPay(item.price, item.discountedPrice)),
      ] as const,
  );
  const coupon =
    order.couponCode === null
      ? []
      : ([[`Coupon ${order.couponCode}`, `-${usd(order.couponDiscount)}`]] as const);
  return writeLetter(head, {
    subject: `Your receipt for order ${order.orderNumber}`,
    paragraphs: [
      `Thank you, ${order.customerName}!`,
      `Order ${order.orderNumber} was paid on ${order.paidAt.slice(0, 10)}. Your files are ready in your orders, as often as you need them.`,
    ],
    rows: [...items, ...coupon, ['Total', usd(order.totalPrice)]],
    action: {
      label: 'Open your order',
      path: `${paths.myOrders.path}?order=${encodeURIComponent(order.id)}`,
    },
  });
}

/** To a new account, which waits for approval. */
export function registered(head: Letterhead, firstName: string): Letter {
  return writeLetter(head, {
    subject: `Welcome to ${head.studioName}`,
    paragraphs: [
      `Hello ${firstName}, how nice that you are here.`,
      'We are looking at your shop and will write to you as soon as your account is approved. Until then you can browse and fill your cart.',
    ],
    action: { label: 'Look around', path: paths.shop.path },
  });
}

/** To an account's owner, once the studio has decided. */
export function accountDecided(
  head: Letterhead,
  firstName: string,
  status: Exclude<AccountStatus, 'pending'>,
): Letter {
  if (status === 'approved') {
    return writeLetter(head, {
      subject: `Your ${head.studioName} account is approved`,
      paragraphs: [
        `Hello ${firstName}, your account is approved.`,
        'You can buy and download designs now.',
      ],
      action: { label: 'Go to the shop', path: paths.shop.path },
    });
  }
  return writeLetter(head, {
    subject: `About your ${head.studioName} account`,
    paragraphs: [
      `Hello ${firstName}, we could not approve your account.`,
      'Our licences are for small handmade shops and fabric shops. If we misunderstood what you make, please answer this mail and tell us.',
    ],
    action: { label: 'Read about our licences', path: paths.licence.path },
  });
}

/** To the studio: an order needs a person to look at it before anything is granted. */
export function studioNotice(
  head: Letterhead,
  order: { readonly orderNumber: string; readonly totalPrice: number; readonly reason: string },
): Letter {
  return writeLetter(head, {
    subject: `Order ${order.orderNumber} needs a look`,
    paragraphs: [
      `The payment of order ${order.orderNumber} over ${usd(order.totalPrice)} did not come out as expected, so no licence was granted.`,
      `What was seen: ${order.reason}`,
    ],
  });
}

function usd(cents: number): string {
  return formatUsd(toWire(cents));
}
