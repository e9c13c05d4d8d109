import type { AccountStatus } from '#contract/shop/account.ts';
import type { Buyer } from '#contract/studio/buyers.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { ordersOfBuyer } from '../orders/list-orders.ts';
import type { Database } from '../platform/database/open.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import { buyersFound } from '../platform/sign-in/buyers-found.ts';
import { noBuyer } from '../platform/sign-in/no-buyer.ts';

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
  const found = candidates(read, search)
    .where('accounts.deletedAt', 'is', null)
    .$if(status !== 'all', (accounts) =>
      accounts.where('accounts.status', '=', status as AccountStatus),
    );
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const direction = status === 'pending' ? 'asc' : 'desc';
  // Selects only ids first, because the index covers them: a late page is found without reading earlier rows.
  const ids = found
    .select('accounts.id')
    .orderBy('accounts.createdAt', direction)
    .orderBy('accounts.id', direction)
    .limit(studioPageSize)
    .offset(pageOffset(page));
  const items = await read
    .selectFrom('accounts')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .execute();
  return listPage(items, total);
}

/** All accounts, or those found. The cross join fixes the join order, so that only the found accounts are read. */
function candidates(read: Database['read'], search: string) {
  const all = read.selectFrom('accounts');
  if (search === '') return all;
  const found = read
    .selectFrom(buyersFound(read, search).as('found'))
    .crossJoin('accounts')
    .whereRef('accounts.id', '=', 'found.id');
  return found as unknown as typeof all;
}

/** One buyer with their newest orders. @throws NOT_FOUND, also for a deleted account */
export async function buyerDetails(read: Database['read'], buyerId: string): Promise<Buyer> {
  const account = await read
    .selectFrom('accounts')
    .select(columns)
    .where('id', '=', buyerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!account) throw noBuyer();
  const [decision, { sessions }, { orders, total }] = await Promise.all([
    lastDecision(read, buyerId),
    read
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll<number>().as('sessions'))
      .where('accountId', '=', buyerId)
      .executeTakeFirstOrThrow(),
    ordersOfBuyer(read, buyerId, ordersShown),
  ]);
  return { ...account, decision, sessions, orders, orderCount: total };
}

async function lastDecision(read: Database['read'], buyerId: string): Promise<Buyer['decision']> {
  const line = await read
    .selectFrom('auditLines')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'auditLines.actorId')
    .select(['auditLines.at', 'auditLines.actorId', 'auditLines.after', 'studioAccounts.email'])
    .where('auditLines.subjectId', '=', buyerId)
    .where('auditLines.action', 'in', ['approved a buyer', 'rejected a buyer'])
    .orderBy('auditLines.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!line) return null;
  const { reason } = JSON.parse(line.after ?? '{}') as { readonly reason?: string | null };
  return { actor: line.email ?? line.actorId, at: line.at, reason: reason ?? null };
}
