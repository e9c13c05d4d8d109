import {
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { mostCounted } from '#contract/studio/list.ts';
import { isPostgres } from '../platform/database/column-types.ts';
import type { Database } from '../platform/database/open.ts';
import type { OrderState, Tables } from '../platform/database/tables.ts';
import {
  hasInTitle,
  hasParts,
  isShort,
  type SearchedText,
  searchedText,
} from '../platform/database/text-search.ts';
import {
  countUpTo,
  longPage,
  pageOfFew,
  pageOffset,
  rowsOfLongPage,
} from '../platform/http/list-page.ts';

type Read = Database['read'];

interface Searched {
  readonly search: string;
  /** Empty: any. */
  readonly states: readonly OrderState[];
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly page: number;
}

/**
 * Ids of the page of a search, without collecting all orders that have a common part of a word. Null for a search that
 * needs more.
 */
export async function searchedPage(read: Read, searched: Searched) {
  const text = searchedText(searched.search);
  if (text === null) return null;
  const titled = isShort(text)
    ? undefined
    : await designsTitled(read, text).limit(1).executeTakeFirst();
  if (titled) return pageOfTitled(read, text, searched);
  const page = await pageOfTexts(read, text, searched);
  return page.total === 0 ? pageOfProvider(read, searched) : page;
}

async function pageOfTexts(read: Read, text: SearchedText, searched: Searched) {
  const { page } = searched;
  const indexed = foundTexts(read, text, searched).select([
    'orderTexts.id as place',
    'orderTexts.orderId as id',
  ]);
  const few = await pageOfFew(read, indexed, 'desc', page);
  if (few) return longPage(few.rows, few.counted, page);
  const newest = isPostgres(read) ? newestFirst('orderTexts', searched) : undefined;
  const rows = await foundTexts(read, text, searched, newest)
    .select('orderTexts.orderId as id')
    .$if(isPostgres(read), (texts) => texts.orderBy('orderTexts.createdAt', 'desc'))
    .orderBy('orderTexts.id', 'desc')
    .limit(rowsOfLongPage)
    .offset(pageOffset(page))
    .execute();
  return longPage(rows, mostCounted, page, true);
}

/** The order with this id of the payment provider. */
async function pageOfProvider(read: Read, searched: Searched) {
  const rows = await read
    .selectFrom('orders')
    .select('orders.id')
    .where(isAmong('orders', searched))
    .where((orders) => hasProviderId(orders, searched.search))
    .limit(rowsOfLongPage)
    .offset(pageOffset(searched.page))
    .execute();
  return longPage(rows, rows.length, searched.page);
}

function hasProviderId({ or, eb }: ExpressionBuilder<Tables, 'orders'>, typed: string) {
  return or([eb('orders.providerCaptureId', '=', typed), eb('orders.providerOrderId', '=', typed)]);
}

/**
 * The page of a search by the titles of designs too. Null if few orders have what was typed, which are soon collected.
 * Of more, each order is looked at, from the newest on; all of them only within few days or a rare state.
 */
async function pageOfTitled(read: Read, text: SearchedText, searched: Searched) {
  if (!(await areManyFound(read, text, searched))) return null;
  const { page, search } = searched;
  const among = read.selectFrom('orders').where(isAmong('orders', searched));
  if (isFiltered(searched) && (await countUpTo(read, among)) < mostCounted) {
    const found = among.where((orders) => isFound(read, orders, text, search));
    const placed = found.select(['orders.createdAt as place', 'orders.id']);
    const few = await pageOfFew(read, placed, 'desc', page);
    if (few) return longPage(few.rows, few.counted, page);
  }
  const rows = await queryOver(read, 'orders', newestFirst('orders', searched))
    .where(isAmong('orders', searched))
    .where((orders) => isFound(read, orders, text, search))
    .select('orders.id')
    .limit(rowsOfLongPage)
    .offset(pageOffset(page))
    .execute();
  return longPage(rows, isFiltered(searched) ? 0 : mostCounted, page, true);
}

/** Whether so many orders have what was typed in a text or a design's title that collecting them takes long. */
async function areManyFound(read: Read, text: SearchedText, searched: Searched): Promise<boolean> {
  const items = itemsTitled(read, text)
    .select('orderItems.orderId')
    .limit(2 * mostCounted);
  // The list says how many orders have them only if it isn't filtered.
  const titled = read
    .selectFrom(items.as('titled'))
    .$if(!isFiltered(searched), (items) => items.select('titled.orderId').distinct());
  return (
    (await countUpTo(read, titled)) >= mostCounted ||
    (await countUpTo(read, foundTexts(read, text, searched))) >= mostCounted
  );
}

function isFiltered({ states, from, until }: Filter): boolean {
  return states.length > 0 || (from ?? until) !== undefined;
}

/** Whether a row is of the states and the period of a search. */
function isAmong(table: SearchedTable, { states, ...period }: Filter): RawBuilder<SqlBool> {
  const isOfPeriod = isBetween(table, period);
  if (states.length === 0) return isOfPeriod;
  return sql`${isOfPeriod} and ${sql.ref(`${table}.state`)} in (${sql.join(states)})`;
}

type SearchedTable = 'orders' | 'orderTexts';
type Filter = Pick<Searched, 'states' | 'from' | 'until'>;
type Period = Omit<Filter, 'states'>;

/** Before and after every date. */
const always = { from: '', until: '9' };

function isBetween(table: SearchedTable, { from, until }: Period): RawBuilder<SqlBool> {
  const at = sql.ref(`${table}.createdAt`);
  if (from === undefined && until === undefined) return sql`true`;
  return sql`${at} >= ${from ?? always.from} and ${at} < ${until ?? always.until}`;
}

/** A table's rows of a period in the order of an index: with the limit, conditions are checked while they are read. */
function newestFirst(table: SearchedTable, period: Period): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(table)} where ${isBetween(table, period)}
    order by "createdAt" desc, id desc limit ${sql.lit(Number.MAX_SAFE_INTEGER)})`;
}

/** A query over `rows` instead of a table's own. */
function queryOver<T extends SearchedTable>(
  read: Read,
  table: T,
  rows: RawBuilder<unknown>,
): SelectQueryBuilder<Tables, T, object> {
  return read.selectFrom(rows.as(table)) as unknown as SelectQueryBuilder<Tables, T, object>;
}

/** The texts that a search finds, or those among `rows`. */
function foundTexts(read: Read, text: SearchedText, searched: Filter, rows?: RawBuilder<unknown>) {
  const texts = rows ? queryOver(read, 'orderTexts', rows) : read.selectFrom('orderTexts');
  return texts.where(hasParts(read, 'orderTexts', text)).where(isAmong('orderTexts', searched));
}

/** Whether an order is found, looked up for it alone: without the offset, PostgreSQL may collect those of all orders. */
function isFound(
  read: Read,
  orders: ExpressionBuilder<Tables, 'orders'>,
  text: SearchedText,
  typed: string,
) {
  const { or, exists, selectFrom } = orders;
  return or([
    exists(
      selectFrom('orderTexts')
        .select('orderTexts.id')
        .whereRef('orderTexts.orderId', '=', 'orders.id')
        .where(hasParts(read, 'orderTexts', text))
        .$if(isPostgres(read), (rows) => rows.offset(0)),
    ),
    exists(
      selectFrom('orderItems')
        .innerJoin('products', 'products.id', 'orderItems.productId')
        .select('orderItems.id')
        .whereRef('orderItems.orderId', '=', 'orders.id')
        .where(hasInTitle(text))
        .$if(isPostgres(read), (rows) => rows.offset(0)),
    ),
    hasProviderId(orders, typed),
  ]);
}

/**
 * All orders, or those that a search finds: by any parts of their number, the name and e-mail given at checkout and the
 * buyer's; by parts of a design's title; and by the provider's ids. One or two letters alone find the beginning of a
 * number, a name or an e-mail.
 */
export function ordersFound(read: Read, search: string) {
  const all = read.selectFrom('orders');
  const text = searchedText(search);
  if (text === null) return all;
  // The cross join fixes the join order, so that only the found orders are read.
  const found = read
    .selectFrom(idsFound(read, text, search).as('found'))
    .crossJoin('orders')
    .whereRef('orders.id', '=', 'found.id');
  return found as unknown as typeof all;
}

function idsFound(read: Read, text: SearchedText, typed: string) {
  const orders = () => read.selectFrom('orders').select('orders.id');
  return read
    .selectFrom('orderTexts')
    .select('orderTexts.orderId as id')
    .where(hasParts(read, 'orderTexts', text))
    .$if(!isShort(text), (ids) =>
      ids.union(itemsTitled(read, text).select('orderItems.orderId as id')),
    )
    .union(orders().where('orders.providerCaptureId', '=', typed))
    .union(orders().where('orders.providerOrderId', '=', typed));
}

function itemsTitled(read: Read, text: SearchedText) {
  return read
    .selectFrom('orderItems')
    .where('orderItems.productId', 'in', designsTitled(read, text));
}

function designsTitled(read: Read, text: SearchedText) {
  return read.selectFrom('products').select('products.id').where(hasInTitle(text));
}
