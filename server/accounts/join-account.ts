import type { Billing } from '#contract/shop/billing.ts';
import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import { colleagueMessages } from '#contract/shop/colleagues.ts';
import type { Reader } from '../platform/database/open.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { Problem } from '../platform/http/problem.ts';
import { colleagueJoined } from '../platform/mail/colleague-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { assertUncommonPassword } from '../platform/sign-in/common-passwords.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { deviceOwner, rememberDevice } from '../platform/sign-in/known-devices.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { isEmailTaken } from './is-email-taken.ts';

/** @throws CODE_ENDED; EMAIL_TAKEN if the invited signs in with that e-mail already; TOO_MANY */
export async function openInvitation(
  services: Services,
  { token }: CallInput<'openInvitation'>['body'],
  address: string,
): Promise<CallAnswer<'openInvitation'>> {
  await countAttempt(services, 'colleagueInvitation', { address }, null);
  const change = { tx: services.database.read, now: services.clock() };
  const invitation = await findInvitation(change.tx, change.now, token);
  if (await isEmailTaken(change, invitation.emailKey)) throw emailTaken();
  const { email, firstName, lastName, billing } = invitation;
  const { company = '' } = JSON.parse(billing ?? '{}') as Partial<Billing>;
  return { email, firstName, lastName, company };
}

/**
 * Makes the invited a colleague with a password of their own, and mails the owner. Signs nobody in. The invitation works
 * once; a refused password doesn't use it up. Returns the new token of the device.
 * @throws INVALID, CODE_ENDED, EMAIL_TAKEN, TOO_MANY
 */
export async function joinAccount(
  services: Services,
  { token, password, firstName, lastName }: CallInput<'joinAccount'>['body'],
  { address, device }: Caller,
  makeLast: MakeLastChange<string>,
): Promise<string> {
  const { database, clock, passwords, env } = services;
  await countAttempt(services, 'colleagueInvitation', { address }, null);
  assertUncommonPassword(password);
  await findInvitation(database.read, clock(), token);
  const passwordHash = await passwords.hash(password);
  return makeLast(async (change) => {
    const { tx, now } = change;
    // Hashing takes a while: it may be withdrawn, sent again or accepted by now.
    const { id, accountId, email, emailKey, ...owner } = await findInvitation(tx, now, token);
    if (await isEmailTaken(change, emailKey)) throw emailTaken();
    await tx.deleteFrom('colleagueInvitations').where('id', '=', id).execute();
    const names = { email, firstName, lastName };
    const colleague = { id, accountId, emailKey, passwordHash, joinedAt: now.toISOString() };
    const joined = await tx
      .insertInto('colleagues')
      .values({ ...colleague, ...names })
      .onConflict((conflict) => conflict.column('emailKey').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!joined) throw emailTaken();
    const letter = colleagueJoined(await letterhead(tx, env), owner, names);
    await queueMail(change, { recipient: owner.ownerEmail, accountId, ...letter });
    return rememberDevice(change, deviceOwner({ id: accountId, colleagueId: id }), device);
  });
}

/** The same problem for an invitation that is expired, used, withdrawn, sent again, never ours, or to an account that was rejected. */
async function findInvitation(reader: Reader, now: Date, token: string) {
  const invitation = await reader
    .selectFrom('colleagueInvitations as invitation')
    .innerJoin('accounts', 'accounts.id', 'invitation.accountId')
    .select(['invitation.id', 'invitation.accountId', 'invitation.email', 'invitation.emailKey'])
    .select(['firstName', 'lastName', 'billing', 'accounts.email as ownerEmail'])
    .where('invitation.tokenHash', '=', hashToken(token))
    .where('invitation.expiresAt', '>', now.toISOString())
    .where('accounts.status', '=', 'approved')
    .where('accounts.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!invitation) throw new Problem('CODE_ENDED', colleagueMessages.ended);
  return invitation;
}

function emailTaken(): Problem {
  return new Problem('EMAIL_TAKEN', colleagueMessages.taken);
}
