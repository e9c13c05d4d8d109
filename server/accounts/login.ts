import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { deviceOwner, knownDevice, rememberDevice } from '../platform/sign-in/known-devices.ts';
import { type FoundPerson, findPerson } from './find-person.ts';
import { openSession } from './sessions.ts';
import { readUser } from './user-answer.ts';

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
  const { read } = services.database;
  const person = await findPerson(read, key);
  const owner = person && deviceOwner(person);
  const known = await knownDevice(read, owner, device);
  await countAttempt(services, 'login', { address, knownDevice: known }, key);
  const matches = await services.passwords.matches(body.password, person?.passwordHash ?? null);
  if (!person || !matches) throw wrongCredentials();
  if (person.isDemo === 1 && services.env.isProduction) {
    throw new Problem('FORBIDDEN', 'Practice accounts can’t sign in here.');
  }
  if (person.status === 'rejected') {
    throw new Problem(
      'FORBIDDEN',
      'This account was not approved, so you can’t sign in. If you think this is a mistake, please write to the studio.',
    );
  }
  const opened = await makeChange(services, async (change) => {
    // Hashing takes a while: checks for a reset, a rejection, a deletion or a removal in the meantime.
    if (!(await isUnchanged(change.tx, person))) throw wrongCredentials();
    const deviceToken = await rememberDevice(change, deviceOwner(person), device);
    return {
      token: await openSession(change, person, { deviceToken, userAgent }),
      deviceToken,
      user: await readUser(change.tx, person),
    };
  });
  device.save(opened.deviceToken);
  return { token: opened.token, ...opened.user };
}

async function isUnchanged(tx: Transaction, person: FoundPerson): Promise<boolean> {
  const { id, colleagueId, passwordHash } = person;
  const account = await tx
    .selectFrom('accounts')
    .select('passwordHash')
    .where('id', '=', id)
    .where('status', '!=', 'rejected')
    .executeTakeFirst();
  if (!account || colleagueId === null) return account?.passwordHash === passwordHash;
  const colleague = await tx
    .selectFrom('colleagues')
    .select('passwordHash')
    .where('id', '=', colleagueId)
    .executeTakeFirst();
  return colleague?.passwordHash === passwordHash;
}

function wrongCredentials(): Problem {
  return new Problem('WRONG_CREDENTIALS', 'Your e-mail or password is incorrect.');
}
