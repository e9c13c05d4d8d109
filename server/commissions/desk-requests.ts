import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { CommissionState } from '#contract/shop/commission-states.ts';
import type { Mark } from '#contract/shop/delivery.ts';
import { imagePath } from '#contract/shop/paths.ts';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import {
  type BoardColumn,
  type CommissionDetails,
  type CommissionStatus,
  commissionMessages,
  type StudioQuote,
} from '#contract/studio/commissions.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { toWire } from '#contract/wire/money.ts';
import { yearlyUntil } from '../licences/years.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import { Problem } from '../platform/http/problem.ts';
import { isChanged } from './delivery.ts';
import { duePayments } from './due-payments.ts';
import { latestQuote } from './quotes.ts';

/** How many quotes of other requests are offered to start from. */
const mostTemplates = 3;

type Where = (row: ExpressionBuilder<Tables, 'customRequests'>) => Expression<SqlBool>;

/** Which requests are in each column of the board. */
const columns: Readonly<Record<BoardColumn, Where>> = {
  studio: (row) => row('status', '=', 'open'),
  drawing: (row) => row.and([row('status', '=', 'answered'), row('state', '=', 'drawing')]),
  buyer: (row) => row.and([row('status', '=', 'answered'), row('state', '!=', 'drawing')]),
  done: (row) => row('status', '=', 'closed'),
};

/** Closed requests come newest first; the others by when they are due, and before that by age. */
export async function boardPage(
  reader: Reader,
  { column, page }: StudioCallInput<'deskRequests'>['query'],
): Promise<StudioCallAnswer<'deskRequests'>> {
  const counts = await countColumns(reader);
  const isDone = column === 'done';
  const direction = isDone ? 'desc' : 'asc';
  const rows = await summaries(reader)
    .where(columns[column])
    .$if(!isDone, (query) => query.orderBy('dueAt', (by) => by.asc().nullsLast()))
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  return { ...listPage(rows.map(summaryOf), counts[column]), counts };
}

async function countColumns(reader: Reader): Promise<Record<BoardColumn, number>> {
  const rows = await reader
    .selectFrom('customRequests')
    .select(({ fn }) => ['status', 'state', fn.countAll<number>().as('count')])
    .groupBy(['status', 'state'])
    .execute();
  const counts: Record<BoardColumn, number> = { studio: 0, drawing: 0, buyer: 0, done: 0 };
  for (const { count, ...row } of rows) counts[columnOf(row)] += count;
  return counts;
}

function columnOf(row: { status: CommissionStatus; state: CommissionState }): BoardColumn {
  if (row.status === 'closed') return 'done';
  if (row.status === 'open') return 'studio';
  return row.state === 'drawing' ? 'drawing' : 'buyer';
}

function summaries(reader: Reader) {
  return reader.selectFrom('customRequests').select((request) => [
    'id as _id',
    'wants',
    'name',
    'email',
    'designType',
    'state',
    'status',
    'dueAt',
    'createdAt',
    request
      .selectFrom('customRequestImages')
      .select((image) => image.fn.countAll<number>().as('count'))
      .whereRef('requestId', '=', 'customRequests.id')
      .$asScalar()
      .$notNull()
      .as('pictures'),
    request
      .selectFrom('quotes')
      .select('price')
      .whereRef('requestId', '=', 'customRequests.id')
      .orderBy('version', 'desc')
      .limit(1)
      .as('price'),
  ]);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];

function summaryOf<R extends SummaryRow>({ price, ...row }: R) {
  return { ...row, price: price === null ? null : toWire(price) };
}

/** @throws NOT_FOUND */
export async function readLetter(reader: Reader, id: string): Promise<CommissionDetails> {
  const request = await summaries(reader)
    .select(['description', 'accountId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!request) throw new Problem('NOT_FOUND', commissionMessages.gone);
  const pictures = await reader
    .selectFrom('customRequestImages')
    .select('id')
    .where('requestId', '=', id)
    .orderBy('position')
    .execute();
  const { accountId, ...summary } = request;
  return {
    ...summaryOf(summary),
    pictureIds: pictures.map((picture) => picture.id),
    replies: [],
    notes: await notesOf(reader, id),
    moves: await movesOf(reader, id),
    design: await designOfRequest(reader, id, request.state),
    yearAfter: request.wants === 'design' ? null : await yearAfter(reader, accountId),
    isForShop: await isInStudio(reader, id),
    restDue: await restDue(reader, request),
    quotes: (await quotesWhere(reader, '=', id).execute()).map(quoteOf),
    templates: (
      await quotesWhere(reader, '!=', id)
        .where('startsOn', request.wants === 'design' ? 'is' : 'is not', null)
        .limit(mostTemplates)
        .execute()
    ).map(quoteOf),
  };
}

/** The last day that the account's yearly licence is recorded for; null: it has none. */
async function yearAfter(reader: Reader, accountId: string | null): Promise<string | null> {
  return accountId === null ? null : yearlyUntil(reader, accountId);
}

async function notesOf(reader: Reader, requestId: string): Promise<CommissionDetails['notes']> {
  const rows = await reader
    .selectFrom('commissionNotes')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'authorId')
    .select([
      'commissionNotes.id as _id',
      'authorId',
      'studioAccounts.email',
      'text',
      'commissionNotes.createdAt',
    ])
    .where('requestId', '=', requestId)
    .orderBy('commissionNotes.createdAt')
    .orderBy('commissionNotes.id')
    .execute();
  return rows.map(({ email, authorId, ...row }) => ({ ...row, author: email ?? authorId }));
}

async function movesOf(reader: Reader, requestId: string): Promise<CommissionDetails['moves']> {
  const rows = await reader
    .selectFrom('commissionMoves')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'commissionMoves.staffId')
    .select(['move', 'mover', 'staffId', 'studioAccounts.email', 'note', 'marks', 'movedAt'])
    .where('requestId', '=', requestId)
    .orderBy('commissionMoves.id')
    .execute();
  return rows.map(({ mover, staffId, email, marks, ...row }) => ({
    ...row,
    by: email ?? staffId ?? mover,
    marks: JSON.parse(marks) as Mark[],
  }));
}

async function designOfRequest(
  reader: Reader,
  requestId: string,
  state: CommissionState,
): Promise<CommissionDetails['design']> {
  const design = await reader
    .selectFrom('products')
    .select('id')
    .where('commissionId', '=', requestId)
    .executeTakeFirst();
  if (!design) return null;
  const pictures = await reader
    .selectFrom('productImages')
    .select(['id', 'hash', 'width', 'height'])
    .where('productId', '=', design.id)
    .orderBy('position')
    .execute();
  return {
    id: design.id,
    pictures: pictures.map(({ id, hash, width, height }) => ({
      _id: id,
      url: imagePath(hash, 640, 'webp'),
      width,
      height,
    })),
    isChanged: state === 'delivered' && (await isChanged(reader, requestId)),
  };
}

async function restDue(
  reader: Reader,
  { _id: id, state }: { readonly _id: string; readonly state: CommissionState },
): Promise<number | null> {
  const quote = await latestQuote(reader, id);
  if (!quote) return null;
  const payments = await duePayments(reader, [{ id, state }], new Map([[id, quote]]));
  const due = payments.get(id)?.due;
  return due?.part === 'rest' ? due.amount : null;
}

/** Whether there is a design with a request's id: a copy of its own, for the shop. */
async function isInStudio(reader: Reader, id: string): Promise<boolean> {
  const design = await reader
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return design !== undefined;
}

/** The quotes of one request, or of all others, newest first. */
function quotesWhere(reader: Reader, compared: '=' | '!=', requestId: string) {
  return reader
    .selectFrom('quotes')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'quotes.staffId')
    .select([
      'version',
      'staffId',
      'studioAccounts.email',
      'price',
      'deposit',
      'included',
      'designType',
      'rounds',
      'days',
      'startsOn',
      'endsOn',
      'validUntil',
      'quotes.createdAt',
    ])
    .where('requestId', compared, requestId)
    .orderBy('quotes.createdAt', 'desc')
    .orderBy('version', 'desc');
}

type JoinedQuote = Awaited<ReturnType<ReturnType<typeof quotesWhere>['execute']>>[number];

function quoteOf({ staffId, email, price, deposit, ...quote }: JoinedQuote): StudioQuote {
  return {
    ...quote,
    author: email ?? staffId,
    price: toWire(price),
    deposit: deposit === null ? null : toWire(deposit),
  };
}
