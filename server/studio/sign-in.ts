import { studioMessages } from '#contract/studio-account.ts';
import type { StudioCallInput } from '#contract/studio-calls.ts';
import { countTry } from '../accounts/count-try.ts';
import { emailKey, hashEmail } from '../accounts/email-key.ts';
import type { Transaction } from '../database/open.ts';
import { spend } from '../http/limit.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { noteAction } from './note-action.ts';
import { openStudioSession } from './sessions.ts';
import { matchingStep } from './totp.ts';

/** Codes that may be tried beside a right password: who has stolen one can't guess the other. */
const codeTries = { count: 20, windowMs: 3_600_000 };

/**
 * Opens a session of the studio. Throws WRONG_CREDENTIALS, the same and after the same work for a
 * wrong password, a wrong or used code, an unknown e-mail and a disabled account; TOO_MANY.
 */
export async function signIn(
  services: Services,
  { email, password, code }: StudioCallInput<'signIn'>['body'],
  address: string,
): Promise<{ session: string; email: string }> {
  const { database, clock, passwords } = services;
  const key = emailKey(email);
  await countTry(services, 'studioSignIn', address, key);
  const known = await database.read
    .selectFrom('studioAccounts')
    .select('passwordHash')
    .where('emailKey', '=', key)
    .executeTakeFirst();
  const passwordHash = known?.passwordHash ?? null;
  const matches = await passwords.matches(password, passwordHash);
  const mayTry = await mayTryCode(services, key, matches);
  return database.write(async (tx) => {
    const now = clock();
    const account = await takeCode(tx, now, key, code);
    // Hashing took its time: a new invitation meanwhile counts.
    const isSame = account !== null && account.passwordHash === passwordHash;
    if (!account || !isSame || !matches || !mayTry) throw wrongCredentials();
    const session = await openStudioSession(tx, now, account.id);
    await noteAction(tx, now, {
      who: account.id,
      what: 'signed in',
      target: account.id,
      before: null,
      after: null,
    });
    return { session, email: account.email };
  });
}

/**
 * Counted for right and for wrong passwords, each by itself: strangers use up nothing of the
 * owner's, and a limit that is reached looks like any other refusal, so it tells nobody that a
 * password was right.
 */
async function mayTryCode(services: Services, key: string, matches: boolean): Promise<boolean> {
  try {
    await spend(services, `studioCode:${matches}:${hashEmail(key)}`, codeTries);
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
