import type { OwnRequest } from '#contract/shop/own-request.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { acceptedBySilence } from './accepted-by-silence.ts';
import { changedAmong, deliveredPictures, presentDelivery } from './delivery.ts';
import { duePayments } from './due-payments.ts';
import { type QuoteRow, yearOf } from './quotes.ts';
import type { RequestRow } from './transition.ts';

/** The most that the list of an account has. Devices store it. */
const mostListed = 100;

/** The newest requests of an account. */
export async function requestsOfAccount(reader: Reader, accountId: string): Promise<OwnRequest[]> {
  const rows = await newestFirst(reader, accountId).limit(mostListed).execute();
  return presentRequests(reader, rows);
}

export async function everyRequestOfAccount(
  reader: Reader,
  accountId: string,
): Promise<OwnRequest[]> {
  return presentRequests(reader, await newestFirst(reader, accountId).execute());
}

function newestFirst(reader: Reader, accountId: string) {
  return reader
    .selectFrom('customRequests')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
}

/** @throws NOT_FOUND, also for somebody else's */
export async function requestOfAccount(
  reader: Reader,
  accountId: string,
  requestId: string,
): Promise<OwnRequest> {
  const row = await readRow(reader, requestId);
  if (row?.accountId !== accountId) throw gone();
  return presentOne(reader, row);
}

/** @throws NOT_FOUND */
export async function requestForLink(reader: Reader, requestId: string): Promise<OwnRequest> {
  const row = await readRow(reader, requestId);
  if (!row) throw gone();
  return presentOne(reader, row);
}

function readRow(reader: Reader, requestId: string): Promise<RequestRow | undefined> {
  return reader
    .selectFrom('customRequests')
    .selectAll()
    .where('id', '=', requestId)
    .executeTakeFirst();
}

function gone(): Problem {
  return new Problem('NOT_FOUND', commissionMessages.gone);
}

async function presentOne(reader: Reader, row: RequestRow): Promise<OwnRequest> {
  const [request] = await presentRequests(reader, [row]);
  if (!request) throw gone();
  return request;
}

async function presentRequests(reader: Reader, rows: readonly RequestRow[]): Promise<OwnRequest[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const pictures = await reader
    .selectFrom('customRequestImages')
    .select(['requestId', 'id as _id', 'width', 'height'])
    .where('requestId', 'in', ids)
    .orderBy('position')
    .execute();
  const moves = await reader
    .selectFrom('commissionMoves')
    .select(['requestId', 'toState', 'mover', 'note', 'movedAt'])
    .where('requestId', 'in', ids)
    .orderBy('id')
    .execute();
  const quotes = await reader
    .selectFrom('quotes')
    .selectAll()
    .where('requestId', 'in', ids)
    .orderBy('version')
    .execute();
  const picturesOf = Map.groupBy(pictures, ({ requestId }) => requestId);
  const movesOf = Map.groupBy(moves, ({ requestId }) => requestId);
  const inForce = new Map(quotes.map((quote) => [quote.requestId, quote]));
  const drawn = await deliveredPictures(reader, rows);
  const delivered = rows.filter(({ state }) => state === 'delivered').map(({ id }) => id);
  const changed = await changedAmong(reader, delivered);
  const acceptedAt = await acceptedBySilence(reader, ids);
  const payments = await duePayments(reader, rows, inForce);
  return rows.map(
    ({ id, wants, createdAt, state, name, email, designType, description, dueAt }) => ({
      _id: id,
      wants,
      createdAt,
      state,
      name,
      email,
      designType,
      description,
      pictures: (picturesOf.get(id) ?? []).map(({ requestId: _, ...picture }) => picture),
      moves: (movesOf.get(id) ?? []).map(({ requestId: _, ...move }) => move),
      quote: presentQuote(inForce.get(id)),
      dueAt,
      delivery:
        wants === 'design'
          ? presentDelivery(drawn.get(id), changed.has(id), movesOf.get(id) ?? [], inForce.get(id))
          : null,
      countsAsAcceptedAt: acceptedAt.get(id)?.toISOString() ?? null,
      ...payments.get(id),
    }),
  );
}

function presentQuote(quote: QuoteRow | undefined): OwnRequest['quote'] {
  if (!quote) return null;
  const { version, included, designType, rounds, days, termsVersion, validUntil, createdAt } =
    quote;
  return {
    ...{ version, included, designType, rounds, days, termsVersion, validUntil, createdAt },
    price: toWire(quote.price),
    deposit: quote.deposit === null ? null : toWire(quote.deposit),
    ...yearOf(quote),
  };
}
