import { randomBytes } from 'node:crypto';
import { studioMessages } from '#contract/studio/account.ts';
import type { StaffRole } from '#contract/studio/call.ts';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { unlessStorageFails } from '../platform/http/storage-problem.ts';
import type { Services } from '../platform/services/services.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Idle and absolute lifetime of a studio session, in ms; much shorter than a buyer's. */
export const studioIdleMs = 12 * hour;
export const studioAbsoluteMs = 7 * 24 * hour;
/** How often `lastSeenAt` is written at most, so that reads rarely write. */
const touchMs = 5 * minute;

/** A browser's own description is stored up to this length. */
const maxUserAgent = 300;

/** The studio account that sent a request. */
export interface StudioAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly tokenHash: string;
}

/** Opens a session and returns its token: 256 random bits, of which only a hash is stored. */
export async function openStudioSession(
  { tx, now }: Change,
  accountId: string,
  userAgent: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = now.toISOString();
  await tx
    .insertInto('studioSessions')
    .values({
      tokenHash: hashToken(token),
      accountId,
      createdAt,
      lastSeenAt: createdAt,
      userAgent: userAgent.slice(0, maxUserAgent),
    })
    .execute();
  await noteSeen(tx, accountId, createdAt);
  return token;
}

async function noteSeen(tx: Transaction, accountId: string, lastSeenAt: string): Promise<void> {
  await tx.updateTable('studioAccounts').set({ lastSeenAt }).where('id', '=', accountId).execute();
}

export async function endStudioSession(tx: Transaction, tokenHash: string): Promise<void> {
  await tx.deleteFrom('studioSessions').where('tokenHash', '=', tokenHash).execute();
}

export async function endStudioSessions(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('studioSessions').where('accountId', '=', accountId).execute();
}

/**
 * The account whose live session has this token, or null.
 * @throws REMOVED if the account was disabled while the session was open
 */
export async function studioAccountOf(
  services: Services,
  token: string,
): Promise<StudioAccount | null> {
  const tokenHash = hashToken(token);
  const row = await services.database.read
    .selectFrom('studioSessions')
    .innerJoin('studioAccounts', 'studioAccounts.id', 'studioSessions.accountId')
    .select([
      'studioAccounts.id',
      'studioAccounts.email',
      'studioAccounts.name',
      'studioAccounts.role',
      'studioAccounts.disabledAt',
      'studioSessions.createdAt',
      'studioSessions.lastSeenAt',
    ])
    .where('studioSessions.tokenHash', '=', tokenHash)
    .executeTakeFirst();
  if (!row) return null;
  const now = services.clock().getTime();
  const seen = Date.parse(row.lastSeenAt);
  if (now - seen > studioIdleMs || now - Date.parse(row.createdAt) > studioAbsoluteMs) return null;
  if (row.disabledAt !== null) throw new Problem('REMOVED', studioMessages.removed);
  if (now - seen > touchMs) {
    const lastSeenAt = new Date(now).toISOString();
    await unlessStorageFails(() =>
      services.database.write(async (tx) => {
        await tx
          .updateTable('studioSessions')
          .set({ lastSeenAt })
          .where('tokenHash', '=', tokenHash)
          .execute();
        await noteSeen(tx, row.id, lastSeenAt);
      }),
    );
  }
  const { id, email, name, role } = row;
  return { id, email, name, role, tokenHash };
}
