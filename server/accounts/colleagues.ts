import { randomBytes } from 'node:crypto';
import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import {
  type Colleague,
  colleagueMessages,
  invitationDays,
  maxColleagues,
} from '#contract/shop/colleagues.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import { spendIn } from '../platform/http/limit.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { colleagueInvited } from '../platform/mail/colleague-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey, hashEmail } from '../platform/sign-in/email-key.ts';
import { hashToken, notApproved, type SignedIn } from '../platform/sign-in/signed-in.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { removeColleague } from './end-colleagues.ts';

/** How many invitations are mailed to one address, of all accounts. */
const addressLimit = { count: 3, windowMs: 86_400_000 };

/** Who shares an account and who is invited to, the longest first. */
export async function readColleagues(
  reader: Reader,
  now: Date,
  accountId: string,
): Promise<Colleague[]> {
  const joined = await reader
    .selectFrom('colleagues')
    .select(['id', 'email', 'firstName', 'lastName', 'joinedAt as since'])
    .where('accountId', '=', accountId)
    .orderBy('joinedAt')
    .orderBy('id')
    .execute();
  const invited = await reader
    .selectFrom('colleagueInvitations')
    .select(['id', 'email', 'invitedAt as since', 'expiresAt'])
    .where('accountId', '=', accountId)
    .orderBy('invitedAt')
    .orderBy('id')
    .execute();
  return [
    ...joined.map((colleague) => ({ ...colleague, state: 'joined' as const })),
    ...invited.map(({ expiresAt, ...invitation }) => ({
      ...invitation,
      firstName: '',
      lastName: '',
      state: expiresAt > now.toISOString() ? ('invited' as const) : ('expired' as const),
    })),
  ];
}

/**
 * Mails an invitation to share the account, also again: earlier links to it end. Whether somebody signs in with that
 * address already isn't said here, but to the person who opens the link.
 * @throws INVALID, WRONG_PASSWORD, NOT_APPROVED, TOO_MANY; CONFLICT for somebody who has joined, and beyond the limit
 */
export async function inviteColleague(
  services: Services,
  account: SignedIn,
  { email, password }: CallInput<'inviteColleague'>['body'],
  address: string,
): Promise<CallAnswer<'inviteColleague'>> {
  await countAttempt(services, 'inviteColleague', { address }, account.id);
  const matched = await confirmPassword(services, account, address, {
    field: 'password',
    password,
  });
  const key = emailKey(email);
  return makeChange(services, async (change) => {
    const { tx, now } = change;
    // Hashing takes a while: checks for another password, a deletion or a rejection in the meantime.
    const owner = await tx
      .selectFrom('accounts')
      .select(['emailKey', 'status'])
      .where('id', '=', account.id)
      .where('passwordHash', '=', matched)
      .executeTakeFirst();
    if (!owner) throw wrongPassword('password');
    // Nobody has looked at the account, and it would have mails sent to strangers.
    if (owner.status !== 'approved') throw notApproved();
    if (owner.emailKey === key) throw invalidField('email', colleagueMessages.ownEmail);
    await assertRoom(change, account.id, key);
    await spendIn(
      change,
      services,
      `inviteColleague:mail:${hashEmail(key)}`,
      addressLimit,
      (wait) => `This address got enough invitations today. Try again in ${wait}.`,
    );
    const token = await storeInvitation(change, account.id, { email, emailKey: key });
    const letter = colleagueInvited(await letterhead(tx, services.env), token);
    await queueMail(change, { recipient: email, accountId: account.id, ...letter });
    return { colleagues: await readColleagues(tx, now, account.id) };
  });
}

/** @throws CONFLICT */
async function assertRoom({ tx, now }: Change, accountId: string, key: string): Promise<void> {
  const others = await readColleagues(tx, now, accountId);
  const known = others.find(({ email }) => emailKey(email) === key);
  const text =
    known?.state === 'joined'
      ? colleagueMessages.hasJoined
      : !known && others.length >= maxColleagues && colleagueMessages.full;
  if (text) throw new Problem('CONFLICT', text, { fields: { email: text } });
}

/** Replaces an earlier invitation to the same address, and returns the token of its link. */
async function storeInvitation(
  { tx, now }: Change,
  accountId: string,
  invited: { readonly email: string; readonly emailKey: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const sent = {
    email: invited.email,
    tokenHash: hashToken(token),
    invitedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + invitationDays * 86_400_000).toISOString(),
  };
  await tx
    .insertInto('colleagueInvitations')
    .values({ id: newId(now), accountId, emailKey: invited.emailKey, ...sent })
    .onConflict((conflict) => conflict.columns(['accountId', 'emailKey']).doUpdateSet(sent))
    .execute();
  return token;
}

/** Withdraws an invitation to an account, or removes the colleague who has accepted it. Does nothing if there is neither. */
export async function removeFromAccount(
  change: Change,
  mailSettings: MailSettings,
  accountId: string,
  id: string,
): Promise<void> {
  await change.tx
    .deleteFrom('colleagueInvitations')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .execute();
  await removeColleague(change, mailSettings, accountId, id);
}
