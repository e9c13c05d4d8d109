import { randomBytes } from 'node:crypto';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { unlessStorageFails } from '../platform/http/storage-problem.ts';
import type { Services } from '../platform/services.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Idle and absolute lifetime of a studio session, in ms; much shorter than a buyer's. */
export const studioIdleMs = 12 * hour;
export const studioAbsoluteMs = 7 * 24 * hour;
/** How often `lastSeenAt` is written at most, so that reads rarely write. */
const touchMs = 5 * minute;

/** The studio account that sent a request. */
export interface StudioAccount {
  readonly id: string;
  readonly email: string;
  readonly tokenHash: string;
}

/** Opens a session and returns its token: 256 random bits, of which only a hash is stored. */
export async function openStudioSession({ tx, now }: Change, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = now.toISOString();
  await tx
    .insertInto('studioSessions')
    .values({ tokenHash: hashToken(token), accountId, createdAt, lastSeenAt: createdAt })
    .execute();
  return token;
}

export async function endStudioSession(tx: Transaction, tokenHash: string): Promise<void> {
  await tx.deleteFrom('studioSessions').where('tokenHash', '=', tokenHash).execute();
}

export async function endStudioSessions(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('studioSessions').where('accountId', '=', accountId).execute();
}

/** The account whose live session has this token, or null. A disabled account has no live session. */
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
      'studioSessions.createdAt',
      'studioSessions.lastSeenAt',
    ])
    .where('studioSessions.tokenHash', '=', tokenHash)
    .where('studioAccounts.disabledAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const now = services.clock().getTime();
  const seen = Date.parse(row.lastSeenAt);
  if (now - seen > studioIdleMs || now - Date.parse(row.createdAt) > studioAbsoluteMs) return null;
  if (now - seen > touchMs) {
    await unlessStorageFails(() =>
      services.database.write((tx) =>
        tx
          .updateTable('studioSessions')
          .set({ lastSeenAt: new Date(now).toISOString() })
          .where('tokenHash', '=', tokenHash)
          .execute(),
      ),
    );
  }
  return { id: row.id, email: row.email, tokenHash };
}
