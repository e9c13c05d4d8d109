import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import type { AccountStatus, LicenseType } from '#contract/shop/account.ts';
import type { Reader, Transaction } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import { Problem } from '../http/problem.ts';
import { unlessStorageFails } from '../http/storage-problem.ts';
import type { Services } from '../services/services.ts';
import { type Person, sessionsOf } from './person.ts';

const day = 86_400_000;
/** Idle and absolute lifetime of a session (OP-29), in ms. */
export const idleMs = 30 * day;
export const absoluteMs = 90 * day;
/** How often `lastSeenAt` is written at most, so that reads rarely write. */
const touchMs = 3_600_000;

const accountColumns = [
  'accounts.id',
  'accounts.email',
  'accounts.firstName',
  'accounts.lastName',
  'accounts.licenseType',
  'accounts.status',
  'accounts.isDemo',
] as const;

const readSession = statement((database, { tokenHash }: { readonly tokenHash: string }) =>
  database
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .select([...accountColumns, 'sessions.deviceId', 'sessions.createdAt', 'sessions.lastSeenAt'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('accounts.status', '!=', 'rejected'),
);

const readColleagueSession = statement((database, { tokenHash }: { readonly tokenHash: string }) =>
  database
    .selectFrom('colleagueSessions')
    .innerJoin('colleagues', 'colleagues.id', 'colleagueSessions.colleagueId')
    .innerJoin('accounts', 'accounts.id', 'colleagues.accountId')
    .select([
      ...accountColumns,
      'colleagueSessions.colleagueId',
      'colleagueSessions.deviceId',
      'colleagueSessions.createdAt',
      'colleagueSessions.lastSeenAt',
    ])
    .where('colleagueSessions.tokenHash', '=', tokenHash)
    .where('accounts.status', '!=', 'rejected'),
);

/** The account that sent a request: its owner's data, also if a colleague is signed in. */
export interface SignedIn extends Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly licenseType: LicenseType;
  readonly status: AccountStatus;
  readonly tokenHash: string;
  /** Null for a session without a known device. */
  readonly deviceId: string | null;
}

/** The hash stored for a bearer token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The signed-in account of a request; null without a live session. Rejected accounts, and demo accounts in production, have none. */
export async function accountOf(services: Services, context: Context): Promise<SignedIn | null> {
  const header = context.req.header('authorization');
  const token = /^Bearer ([\w-]{20,100})$/.exec(header ?? '')?.[1];
  if (!token) return null;
  const tokenHash = hashToken(token);
  const row = await sessionWith(services.database.read, tokenHash);
  if (!row) return null;
  // Their password is public, so sessions from before the shop went live don't count either.
  if (row.isDemo === 1 && services.env.isProduction) return null;
  const now = services.clock().getTime();
  const seen = Date.parse(row.lastSeenAt);
  if (now - seen > idleMs || now - Date.parse(row.createdAt) > absoluteMs) return null;
  if (now - seen > touchMs) {
    await unlessStorageFails(() =>
      services.database.write((tx) =>
        tx
          .updateTable(sessionsOf(row).table)
          .set({ lastSeenAt: new Date(now).toISOString() })
          .where('tokenHash', '=', tokenHash)
          .execute(),
      ),
    );
  }
  const { createdAt: _, lastSeenAt: __, isDemo: ___, ...account } = row;
  return { ...account, tokenHash };
}

async function sessionWith(reader: Reader, tokenHash: string) {
  const [owners] = await readSession(reader, { tokenHash });
  if (owners) return { ...owners, colleagueId: null };
  const [colleagues] = await readColleagueSession(reader, { tokenHash });
  return colleagues ?? null;
}

/** Whether an account may buy at this moment; the account of a request may be outdated. */
export async function isApproved(tx: Transaction, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.status === 'approved';
}

/**
 * Refuses somebody whose account was deleted, or who was removed from it, while their request was on the way.
 * @throws NOT_SIGNED_IN
 */
export async function assertNotDeleted(
  tx: Transaction,
  { id: accountId, colleagueId }: Person,
): Promise<void> {
  const [row] = await (colleagueId === null
    ? readUndeleted(tx, { accountId })
    : readColleague(tx, { accountId, colleagueId }));
  if (!row) throw notSignedIn();
}

const readUndeleted = statement((tx, { accountId }: { readonly accountId: string }) =>
  tx.selectFrom('accounts').select('id').where('id', '=', accountId).where('deletedAt', 'is', null),
);

/** Deleting an account deletes its colleagues. */
const readColleague = statement(
  (tx, { accountId, colleagueId }: { readonly accountId: string; readonly colleagueId: string }) =>
    tx
      .selectFrom('colleagues')
      .select('id')
      .where('id', '=', colleagueId)
      .where('accountId', '=', accountId),
);

/** Refuses a call that this account may not make. @throws NOT_SIGNED_IN, NOT_APPROVED, FORBIDDEN */
export function assertMayCall(
  access: 'account' | 'approved' | 'accountOwner' | 'colleague',
  account: SignedIn | null,
): void {
  if (!account) throw notSignedIn();
  const isOwner = account.colleagueId === null;
  if (access === 'accountOwner' && !isOwner) {
    throw new Problem('FORBIDDEN', 'Only the owner of this account can do that.');
  }
  if (access === 'colleague' && isOwner) {
    throw new Problem('FORBIDDEN', 'This is for colleagues. You own this account.');
  }
  if (access === 'approved' && account.status !== 'approved') throw notApproved();
}

export function notSignedIn(): Problem {
  return new Problem('NOT_SIGNED_IN', 'Please sign in.');
}

export function notApproved(): Problem {
  return new Problem('NOT_APPROVED', messages.access.notApproved);
}
