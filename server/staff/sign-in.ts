import { studioMessages } from '#contract/studio/account.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { spend } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey, hashEmail } from '../platform/sign-in/email-key.ts';
import { knownDevice, rememberDevice } from '../platform/sign-in/known-devices.ts';
import { openStudioSession } from './sessions.ts';
import { matchingStep } from './totp.ts';

/** Codes that may be tried beside a right password: who has stolen one can't guess the other. */
const codeTries = { count: 20, windowMs: 3_600_000 };

/**
 * Opens a session of the studio, and knows the device from then on. Throws WRONG_CREDENTIALS, the
 * same and after the same work for a wrong password, a wrong or used code, an unknown e-mail and a
 * disabled account; TOO_MANY.
 */
export async function signIn(
  services: Services,
  { email, password, code }: StudioCallInput<'signIn'>['body'],
  { address, device }: Caller,
): Promise<{ session: string; deviceToken: string; email: string }> {
  const { database, clock, passwords } = services;
  const key = emailKey(email);
  const known = await database.read
    .selectFrom('studioAccounts')
    .select(['id', 'passwordHash'])
    .where('emailKey', '=', key)
    .executeTakeFirst();
  const owner = known ? (`studio:${known.id}` as const) : null;
  const onDevice = await knownDevice(database.read, owner, device);
  await countAttempt(services, 'studioSignIn', { address, knownDevice: onDevice }, key);
  const passwordHash = known?.passwordHash ?? null;
  const matches = await passwords.matches(password, passwordHash);
  const mayTry = await mayTryCode(services, `${matches}:${onDevice ?? ''}:${hashEmail(key)}`);
  return database.write(async (tx) => {
    const now = clock();
    const account = await takeCode(tx, now, key, code);
    // Hashing took its time: a new invitation meanwhile counts.
    const isSame = account !== null && account.passwordHash === passwordHash;
    if (!account || !isSame || !matches || !mayTry) throw wrongCredentials();
    const session = await openStudioSession(tx, now, account.id);
    await recordAction(tx, now, {
      actorId: account.id,
      action: 'signed in',
      subjectId: account.id,
      before: null,
      after: null,
    });
    const deviceToken = await rememberDevice(tx, now, `studio:${account.id}`, device);
    return { session, deviceToken, email: account.email };
  });
}

/**
 * Counted for right and for wrong passwords and for each known device by itself: strangers use up
 * nothing of the owner's. A limit that is reached looks like any other refusal, so it tells nobody
 * that a password was right.
 */
async function mayTryCode(services: Services, bucket: string): Promise<boolean> {
  try {
    await spend(services, `studioCode:${bucket}`, codeTries);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOO_MANY') return false;
    throw error;
  }
}

/**
 * The account that this code is right for, null where there is none. Its step and all before it
 * count as used from now on, if the transaction lasts: a code read over a shoulder is worth nothing.
 */
async function takeCode(tx: Transaction, now: Date, key: string, code: string) {
  const row = await tx
    .selectFrom('studioAccounts')
    .select(['id', 'email', 'passwordHash', 'totpSecret', 'lastTotpStep'])
    .where('emailKey', '=', key)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (!row?.totpSecret) return null;
  const step = matchingStep(row.totpSecret, code, now);
  if (step === null || step <= (row.lastTotpStep ?? -1)) return null;
  await tx
    .updateTable('studioAccounts')
    .set({ lastTotpStep: step })
    .where('id', '=', row.id)
    .execute();
  return row;
}

function wrongCredentials(): Problem {
  return new Problem('WRONG_CREDENTIALS', studioMessages.wrongCredentials);
}
