import { studioMessages } from '#contract/studio/account.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { spend } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey, hashEmail } from '../platform/sign-in/email-key.ts';
import { knownDevice, rememberDevice } from '../platform/sign-in/known-devices.ts';
import { openStudioSession } from './sessions.ts';
import type { StaffCaller } from './staff-caller.ts';
import { type OpenedSession, studioUser } from './studio-user.ts';
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
  { code, ...credentials }: StudioCallInput<'signIn'>['body'],
  caller: StaffCaller,
  makeLast: MakeLastChange<OpenedSession>,
): Promise<OpenedSession> {
  const compared = await comparePassword(services, credentials, caller);
  return makeLast(async (change) => {
    const { tx } = change;
    const accountId = await accountWithPassword(tx, compared);
    if (accountId === null || !(await takeTotp(change, accountId, code))) throw wrongCredentials();
    const session = await openStudioSession(change, accountId, caller.userAgent);
    await recordAction(
      { ...change, actorId: accountId },
      { action: 'session.started', subjectId: accountId, before: null, after: null },
    );
    const deviceToken = await rememberDevice(change, `studio:${accountId}`, caller.device);
    return { session, deviceToken, user: await studioUser(tx, accountId) };
  });
}

/** A compared password. It is right only if `accountWithPassword` returns an account. */
interface ComparedPassword {
  readonly key: string;
  readonly accountId: string | null;
  /** What it was compared with. */
  readonly passwordHash: string | null;
  readonly isRight: boolean;
}

/**
 * Compares a password, and counts the try. Too many tries of codes with this password make it wrong.
 * @throws TOO_MANY
 */
export async function comparePassword(
  services: Services,
  { email, password }: { readonly email: string; readonly password: string },
  { address, device }: Caller,
): Promise<ComparedPassword> {
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
  return { key, accountId: known?.id ?? null, passwordHash, isRight: matches && mayTry };
}

/**
 * The account whose password was right, and still is: comparing takes a while, and a new invitation, a reset
 * or a removal in the meantime counts. Otherwise null.
 */
export async function accountWithPassword(
  tx: Transaction,
  { key, passwordHash, isRight }: ComparedPassword,
): Promise<string | null> {
  const row = await tx
    .selectFrom('studioAccounts')
    .select(['id', 'passwordHash'])
    .where('emailKey', '=', key)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (!row || !isRight || row.passwordHash !== passwordHash) return null;
  return row.id;
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
 * Whether a code of the account's authenticator is right. Once the transaction commits, this code and all
 * earlier ones count as used, so that a code seen by somebody else is worthless.
 */
export async function takeTotp(
  { tx, now }: Change,
  accountId: string,
  code: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('studioAccounts')
    .select(['totpSecret', 'lastTotpStep'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row?.totpSecret) return false;
  const step = matchingStep(row.totpSecret, code, now);
  if (step === null || step <= (row.lastTotpStep ?? -1)) return false;
  await tx
    .updateTable('studioAccounts')
    .set({ lastTotpStep: step })
    .where('id', '=', accountId)
    .execute();
  return true;
}

export function wrongCredentials(): Problem {
  return new Problem('WRONG_CREDENTIALS', studioMessages.wrongCredentials);
}
