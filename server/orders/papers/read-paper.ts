import type { Selectable } from 'kysely';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { type Billing, noBilling } from '#contract/shop/billing.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { isYear } from '#contract/shop/licence-year.ts';
import type { PaperSize } from '#contract/shop/paper.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { formatCents, priceToPay } from '#contract/wire/money.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Env } from '../../platform/env.ts';
import { partNames } from '../../platform/mail/order-letters.ts';
import { readSetting, readTimeZone } from '../../platform/settings/settings.ts';
import { earliest, type OrderRow, readOrderRow } from '../payments/order-state.ts';
import { type ReceiptVersion, versionsOf } from '../receipts/receipt-versions.ts';
import { dayInSeries } from '../receipts/series-name.ts';
import type { Paper } from './paper.ts';
import { readSeller } from './seller.ts';

type Item = Selectable<Tables['orderItems']>;
type Refund = Selectable<Tables['refunds']>;

const note = 'No tax is charged.';

/** Which paper of an order. `version`: of a receipt, by default the newest. */
interface PaperName {
  readonly orderId: string;
  readonly number: string;
  readonly size: PaperSize;
  readonly version?: number | undefined;
}

/** A paper of an order: its receipt, or the credit note of one of its refunds. Null if it has none of that number. */
export async function readPaper(
  reader: Reader,
  env: Pick<Env, 'timeZone'>,
  { orderId, number, size, version }: PaperName,
): Promise<Paper | null> {
  const order = await readOrderRow(reader, orderId);
  if (!order) return null;
  const items = await reader
    .selectFrom('orderItems')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute();
  const timeZone = await readTimeZone(reader, env);
  const versions = await versionsOf(reader, [orderId]);
  const dayOf = (at: string) => dayInWords(dayInSeries(number, dayIn(timeZone, at)));
  const about = async (at: string, receipt: ReceiptVersion | undefined) => ({
    number,
    size,
    at,
    seller: await sellerLines(reader, at),
    buyer: buyerLines(order, receipt?.billing ?? noBilling),
    note,
  });
  /** Its day, and the one of the money if the shop noticed it on a later one. */
  const datesOf = (at: string, saidAt: string | null, what: string): Fact[] => {
    const [noticed, moved] = [dayOf(at), dayInWords(dayIn(timeZone, earliest(at, saidAt)))];
    return [
      ['Date', noticed],
      ...(saidAt === null || moved === noticed ? [] : [[what, moved] as const]),
    ];
  };
  if (order.receiptNumber === number) {
    const receipt = version === undefined ? versions.at(-1) : versionAt(versions, version);
    if (receipt === null) return null;
    const paidAt = order.paidAt ?? order.createdAt;
    const common = await about(paidAt, receipt);
    const dates = datesOf(paidAt, order.takenAt, 'Paid on');
    const { facts, ...contents } = receiptOf(order, items, dates);
    const known = receipt ? versionFacts(receipt, timeZone) : [];
    return { ...common, ...contents, facts: [...known, ...facts] };
  }
  const refund = await reader
    .selectFrom('refunds')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('creditNoteNumber', '=', number)
    .executeTakeFirst();
  if (!refund || version !== undefined) return null;
  // As it was then, so that a change doesn't change credit notes that were given.
  const then = versions.findLast(({ createdAt }) => createdAt <= refund.createdAt);
  const common = await about(refund.createdAt, then);
  const dates = datesOf(refund.createdAt, refund.returnedAt, 'Refunded on');
  return { ...common, ...creditNoteOf(order, items, refund, dates) };
}

/** A version of a receipt; undefined: the first, which says nothing of the buyer; null: there is none. */
function versionAt(
  versions: readonly ReceiptVersion[],
  version: number,
): ReceiptVersion | undefined | null {
  const found = versions.find((each) => each.version === version);
  return found ?? (version === 1 ? undefined : null);
}

function versionFacts({ version, createdAt }: ReceiptVersion, timeZone: string): Fact[] {
  if (version === 1) return [];
  return [['Version', `${version}, of ${dayInWords(dayIn(timeZone, createdAt))}`]];
}

function buyerLines(order: OrderRow, { company, address, taxId }: Billing): string[] {
  const place = [order.customerCity, order.customerCountry].filter((part) => part !== '');
  const lines = [
    company,
    order.customerName,
    ...(address === '' ? [place.join(', ')] : address.split('\n')),
    order.customerEmail,
    taxId && `Tax ID: ${taxId}`,
  ];
  return lines.filter((line) => line !== '');
}

type Fact = Paper['facts'][number];
type Contents = Pick<Paper, 'kind' | 'facts' | 'columns' | 'rows' | 'sums' | 'total'>;

function receiptOf(order: OrderRow, items: readonly Item[], dates: readonly Fact[]): Contents {
  const subtotal = items.reduce(
    (sum, { price, discountedPrice }) => sum + priceToPay(price, discountedPrice),
    0,
  );
  const coupon: Fact[] =
    order.couponDiscount > 0
      ? [[`Coupon ${order.couponCode ?? ''}`.trim(), formatCents(-order.couponDiscount)]]
      : [];
  const paid = order.capturedAmount;
  return {
    kind: 'Receipt',
    facts: [...dates, ['Order', order.orderNumber], ['Paid with', order.paymentMethod]],
    columns: ['Design', 'List price', 'Discount', 'Price'],
    rows: items.map((item) => {
      const price = priceToPay(item.price, item.discountedPrice);
      const discount = item.price - price;
      return {
        ...designOf(order, item),
        cells: [
          formatCents(item.price),
          discount === 0 ? '' : formatCents(-discount),
          formatCents(price),
        ],
      };
    }),
    sums: [
      ...(coupon.length > 0 ? [['Subtotal', formatCents(subtotal)] as const, ...coupon] : []),
      ['Tax', formatCents(0)],
      // Of an order that the studio released although another amount was taken.
      ...(paid !== null && paid !== order.totalPrice
        ? [['Amount paid', formatCents(paid)] as const]
        : []),
    ],
    total: ['Total', formatCents(order.totalPrice)],
  };
}

function creditNoteOf(
  order: OrderRow,
  items: readonly Item[],
  refund: Refund,
  dates: readonly Fact[],
): Contents {
  const item = items.find(({ id }) => id === refund.orderItemId);
  const receipt: Fact[] =
    order.receiptNumber === null ? [] : [['For receipt', order.receiptNumber]];
  return {
    kind: 'Credit note',
    facts: [
      ...dates,
      ...receipt,
      ['Order', order.orderNumber],
      ['Refunded to', order.paymentMethod],
    ],
    columns: ['Refund of', 'Amount'],
    rows: item
      ? [{ ...designOf(order, item), cells: [formatCents(refund.amount)] }]
      : [
          { name: `Order ${order.orderNumber}`, detail: '', cells: [formatCents(refund.amount)] },
          ...items.map((each) => ({ ...designOf(order, each), cells: [''] })),
        ],
    sums: [['Tax', formatCents(0)]],
    total: ['Refunded', formatCents(refund.amount)],
  };
}

function designOf(
  { quotePart }: OrderRow,
  { productName, licenseType, collectionName }: Item,
): Pick<Paper['rows'][number], 'name' | 'detail'> {
  if (isYear(productName, quotePart !== null)) return { name: productName, detail: '' };
  const licence = `${licenseTypeNames[licenseType]} licence`;
  const inCollection = collectionName === null ? '' : `, in the collection “${collectionName}”`;
  return {
    name: `${productName}${partNames[quotePart ?? 'whole']}`,
    // The licence of a custom design came with the deposit.
    detail: quotePart === 'rest' ? '' : `${licence}${inCollection}`,
  };
}

export async function sellerLines(reader: Reader, at: string): Promise<string[]> {
  const { name, address, taxId } = await readSeller(reader, at);
  const { value: studio } = await readSetting(reader, 'studio');
  const lines = [name || studio.name, ...address.split('\n'), taxId && `Tax ID: ${taxId}`];
  return lines.filter((line) => line !== '');
}
