import { sql } from 'kysely';
import type { AccountStatus } from '#contract/shop/account.ts';
import type { Buyer } from '#contract/studio/buyers.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { mostCounted } from '#contract/studio/list.ts';
import { consentsOf, openConsent } from '../news/consents.ts';
import { ordersOfBuyer } from '../orders/list-orders.ts';
import { isPostgres } from '../platform/database/column-types.ts';
import type { Database } from '../platform/database/open.ts';
import type { SearchWay } from '../platform/database/text-search.ts';
import {
  listPage,
  longPage,
  pageOfFew,
  pageOffset,
  rowsOfLongPage,
} from '../platform/http/list-page.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { noBuyer } from '../platform/sign-in/no-buyer.ts';
import { buyersFound } from './buyers-found.ts';
import { countSessions } from './sessions.ts';
import { yearlyLicenceOf } from './yearly-licence.ts';

const ordersShown = 10;

/** An allow-list, so that no other column is sent. */
const columns = [
  'id',
  'email',
  'firstName',
  'lastName',
  'licenseType',
  'businessVerificationLink',
  'status',
  'createdAt',
] as const;

/** A page of buyers: pending ones oldest first, all others newest first. */
export async function buyerPage(
  read: Database['read'],
  { page, search, status }: StudioCallInput<'buyers'>['query'],
) {
  // By an index of it, SQLite would read all accounts instead of those found.
  const deletedAt =
    search !== '' && !isPostgres(read) ? sql`+accounts."deletedAt"` : sql.ref('accounts.deletedAt');
  const shared = search.includes('@') ? await sharedWith(read, search) : null;
  const matching = (way: SearchWay) =>
    (shared === null
      ? buyersFound(read, search, way)
      : read.selectFrom('accounts').where('accounts.id', '=', shared)
    )
      .where(deletedAt, 'is', null)
      .$if(status !== 'all', (accounts) =>
        accounts.where('accounts.status', '=', status as AccountStatus),
      );
  const direction = status === 'pending' ? 'asc' : 'desc';
  const placed = matching('by index').select(['accounts.createdAt as place', 'accounts.id']);
  const few = await pageOfFew(read, placed, direction, page);
  // Selects only ids first, because the index covers them: a late page is found without reading earlier rows.
  const ids =
    few?.rows.map(({ id }) => id) ??
    matching('by reading')
      .select('accounts.id')
      .orderBy('accounts.createdAt', direction)
      .orderBy('accounts.id', direction)
      .limit(rowsOfLongPage)
      .offset(pageOffset(page));
  const accounts = await read
    .selectFrom('accounts')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .execute();
  const { rows, total, isCounted } = few
    ? longPage(accounts, few.counted, page)
    : longPage(accounts, mostCounted, page, true);
  return { ...listPage(rows, total), isCounted };
}

/** The id of the account that somebody with this e-mail shares with its owner; null: none. */
async function sharedWith(read: Database['read'], email: string): Promise<string | null> {
  const colleague = await read
    .selectFrom('colleagues')
    .select('accountId')
    .where('emailKey', '=', emailKey(email))
    .executeTakeFirst();
  return colleague?.accountId ?? null;
}

/** One buyer with their newest orders. @throws NOT_FOUND, also for a deleted account */
export async function buyerDetails(read: Database['read'], buyerId: string): Promise<Buyer> {
  const found = await read
    .selectFrom('accounts')
    .select([...columns, 'emailKey'])
    .where('id', '=', buyerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!found) throw noBuyer();
  const { emailKey: key, ...account } = found;
  const [decision, yearlyLicence, consents, colleagues, invitations, sessions, { orders, total }] =
    await Promise.all([
      lastDecision(read, buyerId),
      yearlyLicenceOf(read, buyerId),
      consentsOf(read, buyerId),
      read
        .selectFrom('colleagues')
        .select(['id', 'email', 'firstName', 'lastName', 'joinedAt'])
        .where('accountId', '=', buyerId)
        .orderBy('joinedAt')
        .orderBy('id')
        .execute(),
      read
        .selectFrom('colleagueInvitations')
        .select(['id', 'email', 'invitedAt', 'expiresAt'])
        .where('accountId', '=', buyerId)
        .orderBy('invitedAt')
        .orderBy('id')
        .execute(),
      countSessions(read, buyerId),
      ordersOfBuyer(read, buyerId, ordersShown),
    ]);
  const open = openConsent(consents, { emailKey: key });
  const news = open && {
    place: open.place,
    source: open.source,
    askedAt: open.askedAt,
    confirmedAt: open.confirmedAt,
  };
  return {
    ...{ ...account, decision, yearlyLicence, news, colleagues, invitations, sessions },
    ...{ orders, orderCount: total },
  };
}

async function lastDecision(read: Database['read'], buyerId: string): Promise<Buyer['decision']> {
  const line = await read
    .selectFrom('auditLines')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'auditLines.actorId')
    .select(['auditLines.at', 'auditLines.actorId', 'auditLines.after', 'studioAccounts.email'])
    .where('auditLines.subjectId', '=', buyerId)
    .where('auditLines.action', 'in', ['buyer.approved', 'buyer.rejected'])
    .orderBy('auditLines.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!line) return null;
  const { reason } = JSON.parse(line.after ?? '{}') as { readonly reason?: string | null };
  return { actor: line.email ?? line.actorId, at: line.at, reason: reason ?? null };
}
