import { deviceName } from '#contract/studio/device-name.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Change } from '../database/change.ts';
import { newId } from '../database/new-id.ts';
import type { Transaction } from '../database/open.ts';
import { hashToken } from './signed-in.ts';

const maxUserAgent = 300;

/** A browser that signs in. */
export interface SigningIn {
  /** The token in its device cookie. */
  readonly deviceToken: string;
  readonly userAgent: string;
}

/** The name by which a buyer knows a device. */
export function shownName(device: {
  readonly givenName: string;
  readonly userAgent: string;
}): string {
  return device.givenName || deviceName(device.userAgent);
}

/** Records that a browser signs in to an account, and returns its id among the devices of that account. */
export async function recordDevice(
  { tx, now }: Change,
  accountId: string,
  { deviceToken, userAgent }: SigningIn,
): Promise<string> {
  const seen = { userAgent: userAgent.slice(0, maxUserAgent), signedInAt: now.toISOString() };
  const { id } = await tx
    .insertInto('accountDevices')
    .values({
      id: newId(now),
      accountId,
      cookieHash: hashToken(deviceToken),
      givenName: '',
      ...seen,
    })
    .onConflict((conflict) => conflict.columns(['accountId', 'cookieHash']).doUpdateSet(seen))
    .returning('id')
    .executeTakeFirstOrThrow();
  await forgetOldest(tx, accountId, id);
  return id;
}

/** Forgets the devices beyond the limit that are signed out, first those that signed in longest ago. */
async function forgetOldest(tx: Transaction, accountId: string, staying: string): Promise<void> {
  await tx
    .deleteFrom('accountDevices')
    .where('accountId', '=', accountId)
    .where('id', '!=', staying)
    .where('id', 'not in', (known) =>
      known
        .selectFrom('accountDevices')
        .select('id')
        .where('accountId', '=', accountId)
        .orderBy('signedInAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limits.accountDevices),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .select('sessions.tokenHash')
            .whereRef('sessions.deviceId', '=', 'accountDevices.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('colleagueSessions')
            .select('colleagueSessions.tokenHash')
            .whereRef('colleagueSessions.deviceId', '=', 'accountDevices.id'),
        ),
      ),
    )
    .execute();
}
