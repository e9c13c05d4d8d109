import {
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { mostCounted } from '#contract/studio/list.ts';
import { isPostgres } from '../platform/database/column-types.ts';
import {
  allTexts,
  areFewEnoughToRead,
  type CommonSearch,
  commonSearch,
  queryOver,
  rowsToRead,
  type Texts,
} from '../platform/database/common-search.ts';
import type { Database } from '../platform/database/open.ts';
import type { OrderState, Tables } from '../platform/database/tables.ts';
import {
  hasDigits,
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
  rowsUpTo,
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

/** A sample whose orders are looked up with their designs. */
const titledSample = { runs: 50, rows: 20, share: 1 / 50, isCostly: true };

/** Of fewer orders, each is looked at, instead of collecting all that have a common word in a title. */
const fewOrders = 50_000;

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
  const among = (limit?: number) =>
    foundTexts(
      read,
      text,
      searched,
      isPostgres(read) ? newestFirst('orderTexts', searched, limit) : undefined,
    );
  const newest = (limit?: number) =>
    among(limit)
      .select('orderTexts.orderId as id')
      .$if(isPostgres(read), (texts) => texts.orderBy('orderTexts.createdAt', 'desc'))
      .orderBy('orderTexts.id', 'desc')
      .limit(rowsOfLongPage)
      .offset(pageOffset(page))
      .execute();
  const texts = await textsSearched(read, searched);
  if (texts && areFewEnoughToRead(texts)) {
    return longPage(await newest(), await countUpTo(read, among()), page);
  }
  const inSample = (sample: RawBuilder<unknown>) => foundTexts(read, text, searched, sample);
  const common = texts && (await commonSearch(read, texts, inSample, { isRare: hasDigits(text) }));
  const commonRows = common && (await commonPage(common, page, newest));
  if (commonRows) return commonRows;
  const indexed = foundTexts(read, text, searched).select([
    'orderTexts.id as place',
    'orderTexts.orderId as id',
  ]);
  const few = await pageOfFew(read, indexed, 'desc', page);
  return few === null
    ? longPage(await newest(), mostCounted, page, true)
    : longPage(few.rows, few.counted, page);
}

/** The page of a search that many match, if the newest rows fill it. */
async function commonPage(
  common: CommonSearch,
  page: number,
  newest: (limit: number) => Promise<{ id: string }[]>,
) {
  const limit = rowsToRead(common, rowsUpTo(page));
  const rows = limit === null ? [] : await newest(limit);
  return rows.length < rowsOfLongPage ? null : longPage(rows, common.atLeast, page, true);
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
 * The page of a search by the titles of designs too, read from the newest order on: if many orders match, or those of few
 * days are searched. Otherwise null.
 */
async function pageOfTitled(read: Read, text: SearchedText, searched: Searched) {
  const { page } = searched;
  const found = (rows: RawBuilder<unknown>) =>
    queryOver(read, 'orders', rows)
      .where(isAmong('orders', searched))
      .where((orders) => isFound(read, orders, text, searched.search));
  const among = (limit?: number) => found(newestFirst('orders', searched, limit));
  const newest = (limit?: number) =>
    among(limit).select('orders.id').limit(rowsOfLongPage).offset(pageOffset(page)).execute();
  const common = isPostgres(read)
    ? await commonOnPostgres(read, text, searched, found)
    : await commonOnSqlite(read, text, searched);
  const commonRows = common && (await commonPage(common, page, newest));
  if (commonRows) return commonRows;
  if (!isPostgres(read) || !(await isOfFewOrders(read, text, searched))) return null;
  return longPage(await newest(), await countUpTo(read, among()), page);
}

async function commonOnPostgres(
  read: Read,
  text: SearchedText,
  searched: Searched,
  found: (rows: RawBuilder<unknown>) => SelectQueryBuilder<Tables, 'orders', object>,
): Promise<CommonSearch | null> {
  const inSample = (sample: RawBuilder<unknown>) =>
    found(
      sql`(select orders.*, run from ${sample} as texts join orders on orders.id = texts."orderId")`,
    );
  const texts = await textsSearched(read, searched);
  if (!texts) return null;
  // The texts alone may show it, which takes less time.
  const inTexts = (sample: RawBuilder<unknown>) => foundTexts(read, text, searched, sample);
  return (
    (await commonSearch(read, texts, inTexts, { isRare: true })) ??
    commonSearch(read, texts, inSample, titledSample)
  );
}

/** Without a sample: as many orders as are counted have such a design. Those of some days are counted. */
async function commonOnSqlite(
  read: Read,
  text: SearchedText,
  { states, from, until }: Searched,
): Promise<CommonSearch | null> {
  if (states.length > 0 || (from ?? until) !== undefined) return null;
  const sold = itemsTitled(read, text).select('orderItems.orderId').distinct();
  if ((await countUpTo(read, sold)) < mostCounted) return null;
  const { last } = await read
    .selectFrom('orderTexts')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return { atLeast: mostCounted, likely: Math.min(1, mostCounted / last) };
}

/** Whether a row is of the states and the period of a search. */
function isAmong(table: SearchedTable, { states, ...period }: Searched): RawBuilder<SqlBool> {
  const isOfPeriod = isBetween(table, period);
  if (states.length === 0) return isOfPeriod;
  return sql`${isOfPeriod} and ${sql.ref(`${table}.state`)} in (${sql.join(states)})`;
}

type SearchedTable = 'orders' | 'orderTexts';
type Period = Pick<Searched, 'from' | 'until'>;

/** Before and after every date. */
const always = { from: '', until: '9' };

function isBetween(table: SearchedTable, { from, until }: Period): RawBuilder<SqlBool> {
  const at = sql.ref(`${table}.createdAt`);
  if (from === undefined && until === undefined) return sql`true`;
  return sql`${at} >= ${from ?? always.from} and ${at} < ${until ?? always.until}`;
}

/** A table's rows of a period in the order of an index: with the limit, conditions are checked while they are read. */
function newestFirst(table: SearchedTable, period: Period, limit?: number): RawBuilder<unknown> {
  // Without a limit, the offset does the same on PostgreSQL.
  const end = limit === undefined ? sql`offset 0` : sql`limit ${limit}`;
  return sql`(select * from ${sql.table(table)} where ${isBetween(table, period)}
    order by "createdAt" desc, id desc ${end})`;
}

/** The texts that a search finds, or those among `rows`. */
function foundTexts(
  read: Read,
  text: SearchedText,
  searched: Searched,
  rows?: RawBuilder<unknown>,
) {
  const texts = rows ? queryOver(read, 'orderTexts', rows) : read.selectFrom('orderTexts');
  return texts.where(hasParts(read, 'orderTexts', text)).where(isAmong('orderTexts', searched));
}

/** The texts of a period; null if it has none, and on SQLite. */
async function textsSearched(read: Read, period: Period): Promise<Texts | null> {
  const all = await allTexts(read, 'orderTexts');
  if (all === null || (period.from ?? period.until) === undefined) return all;
  const end = (direction: 'asc' | 'desc') =>
    read
      .selectFrom('orderTexts')
      .select('orderTexts.id')
      .where(isBetween('orderTexts', period))
      .orderBy('orderTexts.createdAt', direction)
      .orderBy('orderTexts.id', direction)
      .limit(1)
      .executeTakeFirst();
  const [first, last] = await Promise.all([end('asc'), end('desc')]);
  return first && last ? { ...all, first: first.id, last: last.id } : null;
}

/** Whether a period has fewer orders than would be collected by the titles of designs. */
async function isOfFewOrders(read: Read, text: SearchedText, period: Period): Promise<boolean> {
  if (period.from === undefined && period.until === undefined) return false;
  if ((await countUpTo(read, itemsTitled(read, text))) < mostCounted) return false;
  const orders = read.selectFrom('orders').where(isBetween('orders', period));
  const { found } = await read
    .selectFrom(orders.select('orders.id').limit(fewOrders).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found < fewOrders;
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
