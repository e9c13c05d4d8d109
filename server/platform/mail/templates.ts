import { type AccountStatus, type LicenseType, licenseTypeNames } from '#contract/shop/account.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { exclusiveMeaning, isExclusive } from '#contract/shop/exclusive.ts';
import { licenceCovers } from '#contract/shop/licence-rules.ts';
import { isYear, yearlyCovers } from '#contract/shop/licence-year.ts';
import type { QuotePart } from '#contract/shop/order.ts';
import { orderPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { daysLeftText } from '#contract/shop/yearly-licence.ts';
import { fillMailText, type MailName, mailParagraphs } from '#contract/studio/mails.ts';
import { studioOrderPath } from '#contract/studio/orders.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { limits } from '#contract/wire/limits.ts';
import { type Amount, formatAmount, formatPaid, priceToPay } from '#contract/wire/money.ts';
import { firstContent } from '../content/first-content.ts';
import { type Letter, writeLetter } from './letter.ts';
import type { Letterhead } from './letterhead.ts';

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
        usd(priceToPay(item.price, item.discountedPrice)),
      ] as const,
  );
  const coupon =
    order.couponCode === null
      ? []
      : ([[`Coupon ${order.couponCode}`, `-${usd(order.couponDiscount)}`]] as const);
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
    rows: [...items, ...coupon, ['Total', usd(order.totalPrice)]],
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

/** To a refunded buyer. `revoked`: the designs whose licences end with the refund. */
export function refunded(
  head: Letterhead,
  order: {
    readonly id: string;
    readonly orderNumber: string;
    readonly amount: Amount;
    readonly quotePart: QuotePart | null;
    readonly revoked: readonly string[];
  },
): Letter {
  const { revoked } = order;
  const ended =
    revoked.length === 0
      ? []
      : [
          revoked.some((name) => isYear(name, order.quotePart !== null))
            ? 'Your yearly licence ended with the refund: nothing more may be sold under it.'
            : `The ${revoked.length === 1 ? 'licence for' : 'licences for'} ${revoked.join(', ')} ended with the refund: the files can no longer be downloaded, so please stop using them.`,
        ];
  return writeLetter(head, {
    ...wording(
      head,
      'refunded',
      { order: order.orderNumber, amount: formatPaid(order.amount) },
      ended,
    ),
    action: { label: 'Open your order', path: orderPath(order.id) },
  });
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

/**
 * The account that a mail greets. The name of an account that isn't approved is left out, because a stranger
 * may have written any text there and sent it to any address.
 */
export interface Greeted {
  readonly firstName: string;
  readonly status: AccountStatus;
}

function greetedName({ firstName, status }: Greeted): string {
  return status === 'approved' ? firstName : '';
}

/** A mail's subject and paragraphs in the studio's words, then `more` paragraphs of the shop's own. */
function wording(
  head: Letterhead,
  mail: MailName,
  values: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): { subject: string; paragraphs: string[] } {
  const { subject, text } = head.mails?.[mail] ?? firstContent.mails[mail];
  const filled = { shop: head.studioName, ...values };
  return {
    subject: fillMailText(subject, filled),
    paragraphs: [...mailParagraphs(fillMailText(text, filled)), ...more],
  };
}

/** To a new account that waits for approval. */
export function registered(head: Letterhead): Letter {
  return writeLetter(head, {
    ...wording(head, 'registered', {}),
    action: { label: 'Browse designs', path: paths.shop.path },
  });
}

/** To an account's owner after the studio's decision; `reason` in the studio's words. */
export function accountDecided(
  head: Letterhead,
  account: Greeted & { readonly status: Exclude<AccountStatus, 'pending'> },
  reason = '',
): Letter {
  const name = greetedName(account);
  if (account.status === 'approved') {
    return writeLetter(head, {
      ...wording(head, 'approved', { name }),
      action: { label: 'Open your cart', path: paths.cart.path },
    });
  }
  return writeLetter(head, {
    ...wording(head, 'rejected', { name, reason }),
    action: { label: 'Read about our licences', path: paths.licence.path },
  });
}

/** To an account's owner who asked to be notified when custom requests open (OP-35). */
export function customsOpen(head: Letterhead, owner: Greeted, unsubscribePath: string): Letter {
  return writeLetter(head, {
    ...wording(head, 'customsOpen', { name: greetedName(owner) }),
    action: { label: 'Request a custom design', path: paths.home.path },
    unsubscribePath,
  });
}

/**
 * To a buyer with saved searches: for each, what it looks for and the new designs. `path` opens what the button
 * leads to, `unsubscribePath` ends these mails. Its words are the shop's own, because they name the searches.
 */
export function newDesigns(
  head: Letterhead,
  owner: Greeted,
  found: {
    readonly searches: readonly { readonly label: string; readonly titles: string }[];
    readonly count: number;
    readonly path: string;
    readonly unsubscribePath: string;
  },
): Letter {
  const { searches, count, path, unsubscribePath } = found;
  const what = count === 1 ? 'A new design' : `${count} new designs`;
  const name = greetedName(owner);
  return writeLetter(head, {
    subject: `${what} for your searches at ${head.studioName}`,
    paragraphs: [
      `Hello${name && ` ${name}`}, ${count === 1 ? 'there is a new design' : `there are ${count} new designs`} that you wanted to know about.`,
      ...searches.map(({ label, titles }) => `${label}: ${titles}`),
      'You get at most one e-mail a day for the searches you saved in My account.',
    ],
    action: { label: 'See the new designs', path },
    unsubscribePath,
  });
}

/** To a buyer whose yearly licence ends in `days`. Its words are the shop's own, because they name a checkbox of it. */
export function yearlyLicenceEnds(
  head: Letterhead,
  owner: Greeted,
  {
    endsOn,
    days,
    unsubscribePath,
  }: { readonly endsOn: string; readonly days: number; readonly unsubscribePath: string },
): Letter {
  const name = greetedName(owner);
  const date = dayInWords(endsOn);
  return writeLetter(head, {
    subject: `Your yearly licence at ${head.studioName} ends on ${date}`,
    paragraphs: [
      `Hello${name && ` ${name}`}, your yearly licence is valid until ${date} (${daysLeftText(days)}).`,
      'To renew it, ask for the next one in My orders, in good time. Once it ends, you can no longer sell under it.',
      'We send this e-mail once, before it ends. To turn it off, open My orders and untick the reminder.',
    ],
    action: { label: 'Open My orders', path: paths.myOrders.path },
    unsubscribePath,
  });
}

/**
 * To a buyer who asked for news from the studio with the `words` beside the box: `path` confirms it. Its words are the
 * shop's own, because they are evidence.
 */
export function confirmNews(
  head: Letterhead,
  owner: Greeted,
  { words, path }: { readonly words: string; readonly path: string },
): Letter {
  const name = greetedName(owner);
  return writeLetter(head, {
    subject: `Please confirm: news from ${head.studioName} by e-mail`,
    paragraphs: [
      `Hello${name && ` ${name}`}, somebody, probably you, asked us to send news from ${head.studioName} to this address. The words beside the box were:`,
      `“${words}”`,
      'If it was you, press the button and confirm it on the page that opens. If it wasn’t, do nothing: without it, you get no news.',
    ],
    action: { label: 'Yes, send me news', path },
  });
}

/** To a buyer who gets news from the studio: `designs` in the cart, with their pages. */
export function fullCart(
  head: Letterhead,
  owner: Greeted,
  {
    designs,
    unsubscribePath,
  }: {
    readonly designs: readonly { readonly label: string; readonly path: string }[];
    readonly unsubscribePath: string;
  },
): Letter {
  return writeLetter(head, {
    ...wording(head, 'fullCart', { name: greetedName(owner) }),
    links: designs,
    action: { label: 'Open your cart', path: paths.cart.path },
    unsubscribePath,
  });
}

/** To everybody who bought a design whose files were replaced. */
export function filesReplaced(
  head: Letterhead,
  owner: Greeted,
  {
    title,
    files,
    unsubscribePath,
  }: {
    readonly title: string;
    readonly files: readonly string[];
    readonly unsubscribePath: string;
  },
): Letter {
  return writeLetter(head, {
    ...wording(head, 'filesReplaced', {
      name: greetedName(owner),
      design: title,
      files: files.join(', '),
    }),
    action: { label: 'Go to your orders', path: paths.myOrders.path },
    unsubscribePath,
  });
}

/** To somebody who forgot the password: the code, without a name, because nobody is identified yet. */
export function oneTimeCode(head: Letterhead, code: string): Letter {
  return writeLetter(head, {
    ...wording(head, 'oneTimeCode', { code, minutes: String(limits.otpSeconds / 60) }),
  });
}

export function passwordChanged(head: Letterhead, owner: Greeted): Letter {
  return writeLetter(head, {
    ...wording(head, 'passwordChanged', { name: greetedName(owner) }),
    action: { label: 'Set another password', path: paths.forgotPassword.path },
  });
}

/** To the previous address of an account (OP-34); `undoPath` restores it. */
export function emailChanged(head: Letterhead, owner: Greeted, undoPath: string): Letter {
  return writeLetter(head, {
    ...wording(head, 'emailChanged', {
      name: greetedName(owner),
      hours: String(limits.emailUndoHours),
    }),
    action: { label: 'Undo the change', path: undoPath },
  });
}

/** To the address restored to an account by undoing a change. */
export function emailRestored(head: Letterhead, owner: Greeted): Letter {
  return writeLetter(head, {
    ...wording(head, 'emailRestored', { name: greetedName(owner) }),
    action: { label: 'Set a new password', path: paths.forgotPassword.path },
  });
}

/** To the address that an account no longer has, because the change to it was undone. */
export function emailRemoved(head: Letterhead): Letter {
  return writeLetter(head, {
    ...wording(head, 'emailRemoved', {}),
  });
}

export function accountDeleted(head: Letterhead, owner: Greeted): Letter {
  return writeLetter(head, {
    ...wording(head, 'accountDeleted', { name: greetedName(owner) }),
  });
}

/** To somebody invited to run the studio: `path` opens the invitation, which is valid for `hours`. */
export function studioInvited(
  head: Letterhead,
  { path, hours }: { readonly path: string; readonly hours: number },
): Letter {
  return writeLetter(head, {
    subject: `Your invitation to the ${head.studioName} studio`,
    paragraphs: [
      `Hello, you are invited to run ${head.studioName}.`,
      `Have an authenticator app ready and set your password within ${hours} hours. The link works once. Earlier links and passwords no longer work.`,
      'Anyone with this link can take over the account, so don’t share it.',
    ],
    action: { label: 'Set up your account', path },
  });
}

/** To the studio: somebody must review an order before anything is granted. */
export function studioNotice(
  head: Letterhead,
  order: {
    readonly id: string;
    readonly orderNumber: string;
    readonly totalPrice: number;
    readonly reason: string;
  },
): Letter {
  return writeLetter(head, {
    subject: `Order ${order.orderNumber} needs review`,
    paragraphs: [
      `The payment for order ${order.orderNumber} (${usd(order.totalPrice)}) didn’t go as expected, so no files were released.`,
      `Reason: ${order.reason}`,
      'Review it in the studio: release the files, refund the payment or cancel the order.',
    ],
    action: { label: 'Open the order', path: studioOrderPath(order.id) },
  });
}

/** To the studio: the database is damaged, so backups stop. `problem` says what was found and what to do. */
export function databaseDamaged(head: Letterhead, problem: string): Letter {
  return writeLetter(head, {
    subject: `The database of ${head.studioName} is damaged`,
    paragraphs: [
      'The check before a backup found damage in the database, so no backup was made. Earlier backups are kept. Please contact the person who runs the server today: new sales are not backed up.',
      problem,
    ],
    action: { label: 'Open the health check', path: '/studio/health' },
  });
}

/** To the studio: a buyer disputes a payment. `amount` is null if unknown. */
export function disputed(
  head: Letterhead,
  order: {
    readonly id: string;
    readonly orderNumber: string;
    readonly amount: Amount | null;
  },
): Letter {
  const { id, orderNumber, amount } = order;
  return writeLetter(head, {
    subject: `The payment for order ${orderNumber} is disputed`,
    paragraphs: [
      `The buyer disputes the payment for order ${orderNumber}${amount ? ` (${formatAmount(amount)})` : ''}.`,
      'Answer the dispute in PayPal. Until it is closed, PayPal may hold the money.',
    ],
    action: { label: 'Open the order', path: studioOrderPath(id) },
  });
}

/** To the studio: for a day nobody has known whether a refund was made. `amount` in cents. */
export function refundOverdue(
  head: Letterhead,
  order: { readonly id: string; readonly orderNumber: string; readonly amount: number },
): Letter {
  return writeLetter(head, {
    subject: `The refund for order ${order.orderNumber} is not confirmed`,
    paragraphs: [
      `The payment provider hasn’t confirmed the refund of ${usd(order.amount)} for order ${order.orderNumber} for a day.`,
      'Check in PayPal whether the refund was made. The shop keeps checking once an hour. Until the refund is confirmed or marked as not refunded, nothing else in this order can be refunded.',
      'If it was not made, open the order and mark it as not refunded.',
    ],
    action: { label: 'Open the order', path: studioOrderPath(order.id) },
  });
}

function licenceName(type: LicenseType): string {
  return `${licenseTypeNames[type]} licence`;
}

function usd(cents: number): string {
  return formatPaid({ cents, currency: 'USD' });
}
