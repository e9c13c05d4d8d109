import { studioMessages } from '#contract/studio/account.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { spend } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey, hashEmail } from '../platform/sign-in/email-key.ts';
import { knownDevice, rememberDevice } from '../platform/sign-in/known-devices.ts';
import { openStudioSession } from './sessions.ts';
import { matchingStep } from './totp.ts';

/** How many codes can be tried, so that somebody with a stolen password can't guess the code. */
const codeTries = { count: 20, windowMs: 3_600_000 };

/**
 * Opens a session of the studio, and remembers the device.
 * @throws WRONG_CREDENTIALS for a wrong password, a wrong or used code, an unknown e-mail and a disabled
 * account alike, after the same work; TOO_MANY
 */
export async function signIn(
  services: Services,
  { email, password, code }: StudioCallInput<'signIn'>['body'],
  { address, device }: Caller,
): Promise<{ session: string; deviceToken: string; email: string }> {
  const { database, passwords } = services;
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
  return makeChange(services, async (change) => {
    const account = await takeCode(change, key, code);
    // Hashing takes a while: checks for a new invitation in the meantime.
    const isSame = account !== null && account.passwordHash === passwordHash;
    if (!account || !isSame || !matches || !mayTry) throw wrongCredentials();
    const session = await openStudioSession(change, account.id);
    await recordAction(
      { ...change, actorId: account.id },
      {
        action: 'signed in',
        subjectId: account.id,
        before: null,
        after: null,
      },
    );
    const deviceToken = await rememberDevice(change, `studio:${account.id}`, device);
    return { session, deviceToken, email: account.email };
  });
}

/**
 * Limits tries of codes. Counts them for right and wrong passwords, and separately for each known device, so
 * that strangers can't use up the owner's. A reached limit looks like any other refusal, so that it doesn't
 * reveal a right password.
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
 * The account that this code is right for; null if there is none. Once the transaction commits, this code and
 * all earlier ones count as used, so that a code seen by somebody else is worthless.
 */
async function takeCode({ tx, now }: Change, key: string, code: string) {
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
