import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { knownDevice, rememberDevice } from '../platform/sign-in/known-devices.ts';
import { openSession } from './sessions.ts';
import { readUser, userColumns } from './user-answer.ts';

/**
 * Opens a session, and remembers the device.
 * @throws WRONG_CREDENTIALS for an unknown e-mail as for a wrong password, after the same work; FORBIDDEN,
 * only with the right password, if the account was rejected or is a demo account in production; TOO_MANY
 */
export async function login(
  services: Services,
  body: CallInput<'login'>['body'],
  { address, device }: Caller,
  userAgent: string,
): Promise<CallAnswer<'login'>> {
  const key = emailKey(body.email);
  const account = await services.database.read
    .selectFrom('accounts')
    .select([...userColumns, 'passwordHash', 'isDemo'])
    .where('emailKey', '=', key)
    .executeTakeFirst();
  const owner = account ? (`account:${account.id}` as const) : null;
  const known = await knownDevice(services.database.read, owner, device);
  await countAttempt(services, 'login', { address, knownDevice: known }, key);
  const matches = await services.passwords.matches(body.password, account?.passwordHash ?? null);
  if (!account || !matches) throw wrongCredentials();
  if (account.isDemo === 1 && services.env.isProduction) {
    throw new Problem('FORBIDDEN', 'Practice accounts can’t sign in here.');
  }
  if (account.status === 'rejected') {
    throw new Problem(
      'FORBIDDEN',
      'This account was not approved, so you can’t sign in. If you think this is a mistake, please write to the studio.',
    );
  }
  const opened = await makeChange(services, async (change) => {
    const { tx } = change;
    // Hashing takes a while: checks for a reset, a rejection or a deletion in the meantime.
    const isSame = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account.id)
      .where('passwordHash', '=', account.passwordHash)
      .where('status', '!=', 'rejected')
      .executeTakeFirst();
    if (!isSame) throw wrongCredentials();
    const deviceToken = await rememberDevice(change, `account:${account.id}`, device);
    return {
      token: await openSession(change, account.id, { deviceToken, userAgent }),
      deviceToken,
    };
  });
  device.save(opened.deviceToken);
  return { token: opened.token, ...(await readUser(services.database.read, account)) };
}

function wrongCredentials(): Problem {
  return new Problem('WRONG_CREDENTIALS', 'Your e-mail or password is incorrect.');
}
