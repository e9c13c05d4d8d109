import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import type { AccountStatus, LicenseType } from '#contract/shop/account.ts';
import type { Access } from '#contract/shop/calls.ts';
import type { Transaction } from '../database/open.ts';
import { Problem } from '../http/problem.ts';
import { unlessStorageFails } from '../http/storage-problem.ts';
import type { Services } from '../services.ts';

const day = 86_400_000;
/** Idle and absolute life of a session (OP-29), in milliseconds. */
export const idleMs = 30 * day;
export const absoluteMs = 90 * day;
/** `lastSeenAt` is written at most this often, so that reading stays reading. */
const touchMs = 3_600_000;

/** The account behind a request. */
export interface SignedIn {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly licenseType: LicenseType;
  readonly status: AccountStatus;
  readonly tokenHash: string;
}

/** What is stored of a bearer token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The signed-in account of a request, or null without a live session. A rejected account has none, nor have practice accounts in production. */
export async function accountOf(services: Services, context: Context): Promise<SignedIn | null> {
  const header = context.req.header('authorization');
  const token = /^Bearer ([\w-]{20,100})$/.exec(header ?? '')?.[1];
  if (!token) return null;
  const tokenHash = hashToken(token);
  const row = await services.database.read
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .select([
      'accounts.id',
      'accounts.email',
      'accounts.firstName',
      'accounts.lastName',
      'accounts.licenseType',
      'accounts.status',
      'accounts.isDemo',
      'sessions.createdAt',
      'sessions.lastSeenAt',
    ])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('accounts.status', '!=', 'rejected')
    .executeTakeFirst();
  if (!row) return null;
  // Their password is printed: a session from before the shop went live is nobody's either.
  if (row.isDemo === 1 && services.env.isProduction) return null;
  const now = services.clock().getTime();
  const seen = Date.parse(row.lastSeenAt);
  if (now - seen > idleMs || now - Date.parse(row.createdAt) > absoluteMs) return null;
  if (now - seen > touchMs) {
    await unlessStorageFails(() =>
      services.database.write((tx) =>
        tx
          .updateTable('sessions')
          .set({ lastSeenAt: new Date(now).toISOString() })
          .where('tokenHash', '=', tokenHash)
          .execute(),
      ),
    );
  }
  const { createdAt: _, lastSeenAt: __, isDemo: ___, ...account } = row;
  return { ...account, tokenHash };
}

/** Whether an account may buy right now: a request's account is as old as the request. */
export async function isApproved(tx: Transaction, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.status === 'approved';
}

/** Throws NOT_SIGNED_IN for an account that was deleted while its request was on the way. */
export async function assertNotDeleted(tx: Transaction, accountId: string): Promise<void> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw notSignedIn();
}

/** Throws unless this account may make a call with this access. */
export function assertMayCall(access: Access, account: SignedIn | null): void {
  if (access === 'anyone' || access === 'provider') return;
  if (!account) throw notSignedIn();
  if (access === 'approved' && account.status !== 'approved') throw notApproved();
}

export function notSignedIn(): Problem {
  return new Problem('NOT_SIGNED_IN', 'Please sign in.');
}

export function notApproved(): Problem {
  return new Problem('NOT_APPROVED', messages.access.notApproved);
}
