import type { CallInput } from '#contract/shop/calls.ts';
import type { Change } from '../platform/database/change.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { passwordChanged } from '../platform/mail/account-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { assertUncommonPassword } from '../platform/sign-in/common-passwords.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { deviceOwner, forgetDevices, rememberDevice } from '../platform/sign-in/known-devices.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { withdrawInvitations } from './end-colleagues.ts';
import { endResets, stepEnded } from './reset-steps.ts';
import { savePassword } from './save-password.ts';
import { endSessions } from './sessions.ts';

/** `triesLeft` of a token that sets a password: not used yet, or its password is being hashed. */
const unused = 0;
const taken = -1;

/**
 * Sets a new password with the token that a correct code was traded for. Ends every session of the one person whose
 * password it is, doesn't change the approval, signs nobody in, and mails them (OP-27). Of their known devices only this one remains. A
 * token sets one password and is used up before hashing, so that many requests with it hash once; a refused
 * password or an outage doesn't use it up. Returns the new token of the device.
 * @throws INVALID, CODE_ENDED, TOO_MANY
 */
export async function resetPassword(
  services: Services,
  body: CallInput<'resetPassword'>['body'],
  { address, device }: Caller,
  makeLast: MakeLastChange<string>,
): Promise<string> {
  const { database, clock, passwords } = services;
  assertUncommonPassword(body.password);
  const tokenHash = hashToken(body.token);
  const step = await database.write((tx) =>
    tx
      .updateTable('resetSteps')
      .set({ triesLeft: taken })
      .where('tokenHash', '=', tokenHash)
      .where('codeHash', 'is', null)
      .where('triesLeft', '=', unused)
      .where('expiresAt', '>=', clock().toISOString())
      .returning('tokenHash')
      .executeTakeFirst(),
  );
  if (!step) {
    await countAttempt(services, 'resetPassword', { address }, null);
    throw stepEnded();
  }
  return orRelease(services, tokenHash, async () => {
    const passwordHash = await passwords.hash(body.password);
    const password = { tokenHash, passwordHash };
    return makeLast((change) => setPassword(services, change, password, device));
  });
}

/** Sets the password of the person whose token it is, and returns the new token of the device. @throws CODE_ENDED */
async function setPassword(
  { env }: Services,
  change: Change,
  { tokenHash, passwordHash }: { readonly tokenHash: string; readonly passwordHash: string },
  device: Caller['device'],
): Promise<string> {
  const { tx } = change;
  // Hashing takes a while: an undone e-mail change or a deletion in the meantime has ended the step.
  const ended = await tx
    .deleteFrom('resetSteps')
    .where('tokenHash', '=', tokenHash)
    .returning(['accountId', 'colleagueId'])
    .executeTakeFirst();
  const person = ended && (await savePassword(tx, ended, passwordHash));
  if (!person) throw stepEnded();
  await endSessions(tx, person);
  await endResets(tx, person);
  // Somebody else may have sent them.
  if (person.colleagueId === null) await withdrawInvitations(tx, person.id);
  const letter = passwordChanged(await letterhead(tx, env), person);
  const about = person.colleagueId === null ? person.id : undefined;
  await queueMail(change, { recipient: person.email, accountId: about, ...letter });
  const owner = deviceOwner(person);
  await forgetDevices(tx, owner);
  return rememberDevice(change, owner, device);
}

/** Does `work`. If that fails, the token can be used again, unless something else has ended it in the meantime. */
async function orRelease<T>(
  { database }: Services,
  tokenHash: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await database.write((tx) =>
      tx
        .updateTable('resetSteps')
        .set({ triesLeft: unused })
        .where('tokenHash', '=', tokenHash)
        .execute(),
    );
    throw error;
  }
}
