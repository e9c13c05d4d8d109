import {
  type AliasableExpression,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Reader } from '../platform/database/open.ts';
import type { EntryKind, Tables } from '../platform/database/tables.ts';

/** From `startsAt` until before `endsAt`. */
interface Span {
  readonly startsAt: string;
  readonly endsAt: string;
  /** In a shop that is only tried out: payments that move no money count too. */
  readonly isTrial: boolean;
}

/** Of all entries. */
export const always = { startsAt: '', endsAt: '9999' };

/** Which entries: of a closed month, or of a time. */
export type EntryRange = { readonly month: string } | Span;

/** A payment, a refund or a correction. */
export type Entry = Pick<
  Selectable<Tables['bookEntries']>,
  'id' | 'kind' | 'orderNumber' | 'number' | 'at' | 'amount' | 'fee' | 'before' | 'after' | 'reason'
> & {
  /** Of a closed month: that of its days. */
  readonly timeZone: string | null;
};

/** A query of entries that others can contain. */
type EntryQuery = AliasableExpression<Entry>;

/** What the provider kept of an order's payment: nothing, if it took nothing. */
const feeOfOrder = sql<number | null>`case when orders.fee is not null then orders.fee
  when orders."providerCaptureId" is null then 0 end`;

const isPaid = sql<SqlBool>`orders.state = 'paid'`;

/**
 * What the orders say now: paid ones, neither cancelled nor gifts, and their refunds. A credit note that was given for an
 * order that isn't a sale counts nothing, and is there so that no number is missing. Only receipts and credit notes of real
 * payments have numbers that begin so (decision 119).
 */
function entriesOfOrders(
  reader: Reader,
  { startsAt, endsAt, isTrial }: Span,
): readonly [EntryQuery, EntryQuery] {
  const series = (kind: 'R' | 'C') => (isTrial ? '%' : `${kind}-%`);
  const nothing = sql<number | null>`cast(null as bigint)`;
  const noText = sql<string | null>`cast(null as text)`;
  const payments = reader
    .selectFrom('orders')
    .select([
      'orders.id',
      sql<EntryKind>`'order'`.as('kind'),
      'orderNumber',
      'receiptNumber as number',
      (order) => order.ref('paidAt').$notNull().as('at'),
      sql<number>`coalesce("capturedAmount", 0)`.as('amount'),
      feeOfOrder.as('fee'),
      nothing.as('before'),
      nothing.as('after'),
    ])
    .select([noText.as('reason'), noText.as('timeZone')])
    .where(isPaid)
    .where('receiptNumber', 'like', series('R'))
    .where('paidAt', '>=', startsAt)
    .where('paidAt', '<', endsAt);
  const refunds = reader
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .select([
      'refunds.id',
      sql<EntryKind>`'refund'`.as('kind'),
      'orderNumber',
      'creditNoteNumber as number',
      'refunds.createdAt as at',
      sql<number>`case when ${isPaid} then -refunds.amount else 0 end`.as('amount'),
      sql<number | null>`cast(0 as bigint)`.as('fee'),
      nothing.as('before'),
      nothing.as('after'),
    ])
    .select([
      sql<string | null>`case when not ${isPaid} then 'the order never became a sale' end`.as(
        'reason',
      ),
      noText.as('timeZone'),
    ])
    .where('creditNoteNumber', 'like', series('C'))
    .where('refunds.kind', '=', 'refund')
    .where('refunds.createdAt', '>=', startsAt)
    .where('refunds.createdAt', '<', endsAt);
  return [payments, refunds];
}

/** Entries of real payments, as the orders say them now. */
export function realEntries(reader: Reader, span: Omit<Span, 'isTrial'>) {
  return reader.selectFrom(
    together(reader, entriesOfOrders(reader, { ...span, isTrial: false })).as('entries'),
  );
}

/** Where the entries of a range come from: closed months as they were closed, open ones from the orders, and corrections. */
async function sources(reader: Reader, range: EntryRange): Promise<Sources> {
  const kept = reader
    .selectFrom('bookEntries')
    .leftJoin('closedMonths', 'closedMonths.month', 'bookEntries.month')
    .select(['id', 'kind', 'orderNumber', 'number', 'at', 'amount', 'fee', 'before', 'after'])
    .select(['reason', 'timeZone']);
  if ('month' in range) return [kept.where('bookEntries.month', '=', range.month)];
  const { startsAt, endsAt, isTrial } = range;
  const openFrom = (await lastClosed(reader))?.endsAt ?? '';
  const keptThen = kept.where('at', '>=', startsAt).where('at', '<', endsAt);
  if (startsAt < openFrom)
    return [keptThen, ...entriesOfOrders(reader, { startsAt: openFrom, endsAt, isTrial })];
  const corrections = keptThen.where('bookEntries.month', 'is', null);
  return [corrections, ...entriesOfOrders(reader, { startsAt, endsAt, isTrial })];
}

type Sources = readonly [EntryQuery, ...EntryQuery[]];

/** `cut`: what each of them gives. */
function together(
  reader: Reader,
  [first, ...others]: Sources,
  cut: (query: SourceQuery) => SourceQuery = (query) => query,
) {
  const from = (query: EntryQuery) =>
    // SQLite takes no order or limit in a part of a union, but in a query inside it.
    reader
      .selectFrom(cut(reader.selectFrom(query.as('source')).selectAll()).as('part'))
      .selectAll();
  return others.map(from).reduce((all, next) => all.unionAll(next), from(first));
}

type SourceQuery = SelectQueryBuilder<Tables & { source: Entry }, 'source', Entry>;

/** The entries of a range. */
export async function entriesIn(reader: Reader, range: EntryRange) {
  return reader.selectFrom(together(reader, await sources(reader, range)).as('entries'));
}

/** When the first or the last entry of a range was; undefined: it has none. Each source finds its own by its index. */
export async function edgeOf(
  reader: Reader,
  range: EntryRange,
  direction: 'asc' | 'desc',
): Promise<string | undefined> {
  const edges = together(reader, await sources(reader, range), (source) =>
    source.orderBy('at', direction).limit(1),
  );
  const query = reader.selectFrom(edges.as('edges')).select('at').orderBy('at', direction);
  return (await query.limit(1).executeTakeFirst())?.at;
}

/** The next entries of a range by time, after one of them. Each source gives no more than these, by its own index. */
export async function nextEntries(
  reader: Reader,
  range: EntryRange,
  { at, id, limit }: Pick<Entry, 'at' | 'id'> & { readonly limit: number },
): Promise<Entry[]> {
  const isAfter = sql<SqlBool>`(at, id) > (${at}, ${id})`;
  const entries = together(reader, await sources(reader, range), (source) =>
    source.where(isAfter).orderBy('at').orderBy('id').limit(limit),
  );
  return reader
    .selectFrom(entries.as('entries'))
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The month that was closed last; undefined: none was. */
export function lastClosed(reader: Reader) {
  return reader
    .selectFrom('closedMonths')
    .selectAll()
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
}
