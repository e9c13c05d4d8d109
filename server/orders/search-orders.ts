import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { mostCounted } from '#contract/studio/list.ts';
import { isPostgres } from '../platform/database/column-types.ts';
import { findsMost, queryOver } from '../platform/database/finds-most.ts';
import type { Database } from '../platform/database/open.ts';
import type { OrderState, Tables } from '../platform/database/tables.ts';
import {
  beginsWith,
  hasParts,
  isLike,
  type SearchedText,
  searchedText,
  startsWith,
} from '../platform/database/text-search.ts';
import { countUpTo, longPage, pageOffset, rowsOfLongPage } from '../platform/http/list-page.ts';

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
export async function searchedPage(read: Read, { search, states, from, until, page }: Searched) {
  const text = searchedText(search);
  if (text === null || text.shortLikes.length > 0) return null;
  const titled = await designsTitled(read, text).limit(1).executeTakeFirst();
  if (titled) return commonPage(read, text, { search, states, from, until, page });
  const found = (texts: ReturnType<typeof newestFirst>) =>
    texts
      .where(hasParts(read, 'orderTexts', text))
      .$if(states.length > 0, (texts) => texts.where('orderTexts.state', 'in', states))
      .$if(from !== undefined, (texts) => texts.where('orderTexts.createdAt', '>=', from ?? ''))
      .$if(until !== undefined, (texts) => texts.where('orderTexts.createdAt', '<', until ?? ''));
  // So many have it that the newest are found soonest by reading from the end, unless the end is left out.
  const newest = async () => {
    const rows = await found(
      until === undefined ? newestFirst(read) : read.selectFrom('orderTexts'),
    )
      .select('orderTexts.orderId as id')
      .orderBy('orderTexts.id', 'desc')
      .limit(rowsOfLongPage)
      .offset(pageOffset(page))
      .execute();
    return longPage(rows, mostCounted, page);
  };
  const inSample = (sample: RawBuilder<unknown>) => found(queryOver(read, 'orderTexts', sample));
  if (await findsMost(read, 'orderTexts', inSample)) return newest();
  const indexed = () => found(read.selectFrom('orderTexts'));
  const some = await read
    .with(
      (name) => name('found').materialized(),
      () =>
        indexed().select(['orderTexts.id as place', 'orderTexts.orderId as id']).limit(mostCounted),
    )
    .selectFrom('found')
    .select(['found.id', sql<number>`count(*) over ()`.as('counted')])
    .orderBy('found.place', 'desc')
    .limit(rowsOfLongPage)
    .offset(pageOffset(page))
    .execute();
  const counted = some[0]?.counted ?? (await countUpTo(read, indexed()));
  // It may be one of the provider's ids.
  if (counted === 0) return null;
  if (counted < mostCounted) return longPage(some, counted, page);
  return newest();
}

/** The page of a search that most orders match, by the titles of their designs too, read from the newest on; null if few do. */
async function commonPage(
  read: Read,
  text: SearchedText,
  { search, states, from, until, page }: Searched,
) {
  const found = (rows: RawBuilder<unknown>) =>
    queryOver(read, 'orders', rows)
      .where((orders) => isFound(read, orders, text, search))
      .$if(states.length > 0, (orders) => orders.where('orders.state', 'in', states))
      .$if(from !== undefined, (orders) => orders.where('orders.createdAt', '>=', from ?? ''))
      .$if(until !== undefined, (orders) => orders.where('orders.createdAt', '<', until ?? ''));
  if (!(await findsMost(read, 'orders', found))) return null;
  const rows = await found(sql`(select * from orders order by "createdAt" desc, id desc offset 0)`)
    .select('orders.id')
    .limit(rowsOfLongPage)
    .offset(pageOffset(page))
    .execute();
  return longPage(rows, mostCounted, page);
}

/** Whether an order is found, looked up for it alone: without the offset, PostgreSQL may collect those of all orders. */
function isFound(
  read: Read,
  { or, exists, selectFrom, eb }: ExpressionBuilder<Tables, 'orders'>,
  text: SearchedText,
  typed: string,
) {
  return or([
    exists(
      selectFrom('orderTexts')
        .select('orderTexts.id')
        .whereRef('orderTexts.orderId', '=', 'orders.id')
        .where(hasParts(read, 'orderTexts', text))
        .where(isLike(sql.ref('orderTexts.text'), text.shortLikes))
        .offset(0),
    ),
    exists(
      selectFrom('orderItems')
        .innerJoin('products', 'products.id', 'orderItems.productId')
        .select('orderItems.id')
        .whereRef('orderItems.orderId', '=', 'orders.id')
        .where(isLike(sql.ref('products.title'), text.likes))
        .offset(0),
    ),
    eb('orders.providerCaptureId', '=', typed),
    eb('orders.providerOrderId', '=', typed),
  ]);
}

function newestFirst(read: Read) {
  if (!isPostgres(read)) return read.selectFrom('orderTexts');
  // With the offset, conditions are checked while these rows are read, in their order.
  return queryOver(read, 'orderTexts', sql`(select * from "orderTexts" order by id desc offset 0)`);
}

/** Whether a search is too short for parts of words, and finds what begins with it. */
export function isShort(search: string): boolean {
  return search !== '' && searchedText(search) === null;
}

/**
 * All orders, or those that a search finds: by any parts of their number, the name and e-mail given at checkout and the
 * buyer's; by parts of a design's title; and by the provider's ids. One or two letters find the beginning of a number,
 * or of the name or e-mail given at checkout.
 */
export function ordersFound(read: Read, search: string) {
  const all = read.selectFrom('orders');
  if (search === '') return all;
  const text = searchedText(search);
  if (text === null) return all.where((orders) => beginsWithTyped(orders, search));
  // The cross join fixes the join order, so that only the found orders are read.
  const found = read
    .selectFrom(idsFound(read, text, search).as('found'))
    .crossJoin('orders')
    .whereRef('orders.id', '=', 'found.id');
  return found as unknown as typeof all;
}

function beginsWithTyped({ or }: ExpressionBuilder<Tables, 'orders'>, typed: string) {
  return or([
    beginsWith(sql.ref('orders.orderNumber'), `PW-${typed.toUpperCase()}`),
    startsWith(sql.ref('orders.customerName'), typed),
    startsWith(sql.ref('orders.customerEmail'), typed),
  ]);
}

function idsFound(read: Read, text: SearchedText, typed: string) {
  const orders = () => read.selectFrom('orders').select('orders.id');
  return read
    .selectFrom('orderTexts')
    .select('orderTexts.orderId as id')
    .where(hasParts(read, 'orderTexts', text))
    .where(isLike(sql.ref('orderTexts.text'), text.shortLikes))
    .union(
      read
        .selectFrom('orderItems')
        .select('orderItems.orderId as id')
        .where('orderItems.productId', 'in', designsTitled(read, text)),
    )
    .union(orders().where('orders.providerCaptureId', '=', typed))
    .union(orders().where('orders.providerOrderId', '=', typed));
}

function designsTitled(read: Read, { likes }: SearchedText) {
  return read
    .selectFrom('products')
    .select('products.id')
    .where(isLike(sql.ref('products.title'), likes));
}
