import { randomBytes } from 'node:crypto';
import { messages } from '#contract/messages/messages.ts';
import type { CallInput } from '#contract/shop/calls.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Change } from '../platform/database/change.ts';
import type { Env } from '../platform/env.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { waitText } from '../platform/http/limit.ts';
import { Problem } from '../platform/http/problem.ts';
import { emailRemoved, emailRestored } from '../platform/mail/account-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { deviceOwner, forgetDevices, rememberDevice } from '../platform/sign-in/known-devices.ts';
import { ownerOf } from '../platform/sign-in/person.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { endColleaguesSince } from './end-colleagues.ts';
import { leaveMailbox } from './leave-mailbox.ts';
import { endResets } from './reset-steps.ts';
import { endAllSessions } from './sessions.ts';

/** Lets the owner of the account's previous address undo the change. Returns the token for the link. */
export async function offerUndo(
  { tx, now }: Change,
  accountId: string,
  before: { readonly email: string; readonly emailKey: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + limits.emailUndoHours * 3_600_000).toISOString();
  const { email, emailKey } = before;
  await tx
    .insertInto('emailUndos')
    .values({ tokenHash: hashToken(token), accountId, email, emailKey, expiresAt })
    .execute();
  return token;
}

/** Refuses a change of e-mail while too many earlier ones, of the last 72 hours, can still be undone. @throws TOO_MANY */
export async function assertFewEmailChanges({ tx, now }: Change, accountId: string): Promise<void> {
  const open = await tx
    .selectFrom('emailUndos')
    .select('expiresAt')
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('expiresAt', 'desc')
    .limit(limits.emailChanges)
    .execute();
  const first = open[limits.emailChanges - 1];
  if (!first) return;
  const retryAfter = Math.ceil((Date.parse(first.expiresAt) - now.getTime()) / 1000);
  const message = `${messages.profile.emailTooOften} Try again in ${waitText(retryAfter)}.`;
  throw new Problem('TOO_MANY', message, { retryAfter });
}

/** Whether an e-mail isn't free because another account may still get it back. */
export async function isReserved(
  { tx, now }: Change,
  emailKey: string,
  accountId: string | null,
): Promise<boolean> {
  const row = await tx
    .selectFrom('emailUndos')
    .select('id')
    .where('emailKey', '=', emailKey)
    .where('accountId', '!=', accountId ?? '')
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

/** Refuses to delete an account while a change of its e-mail can be undone. @throws CONFLICT */
export async function assertNotUndoable({ tx, now }: Change, accountId: string): Promise<void> {
  const row = await tx
    .selectFrom('emailUndos')
    .select('id')
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  if (row) throw new Problem('CONFLICT', messages.profile.deleteAfterUndo);
}

/** An undone change: the account's e-mail, and the new token of the device. */
export interface Undone {
  readonly email: string;
  readonly deviceToken: string;
}

/**
 * Undoes a change of e-mail with the link mailed to the old address. The link works once and needs no
 * sign-in. Somebody else may know the password, so it stops working, every session and open reset ends, colleagues who
 * joined since then are removed, requests sent since then are the owner's, and the owner sets a new password with a code by e-mail. Only the device that undoes remains known, so that
 * strangers can't use up its codes (decision 016). Links of later changes end too; links of earlier changes
 * still work. Mails both addresses.
 * @throws CODE_ENDED, TOO_MANY
 */
export async function undoEmailChange(
  services: Services,
  { token }: CallInput<'undoEmailChange'>['body'],
  { address, device }: Caller,
  makeLast: MakeLastChange<Undone>,
): Promise<Undone> {
  try {
    return await makeLast((change) => undo(change, services.env, token, device));
  } catch (error) {
    if (error instanceof Problem && error.code === 'CODE_ENDED') {
      await countAttempt(services, 'undoEmailChange', { address }, null);
    }
    throw error;
  }
}

async function undo(
  change: Change,
  env: Env,
  token: string,
  device: Caller['device'],
): Promise<Undone> {
  const { tx, now } = change;
  const offer = await tx
    .deleteFrom('emailUndos')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .returning(['id', 'accountId', 'email', 'emailKey', 'expiresAt'])
    .executeTakeFirst();
  if (!offer) throw new Problem('CODE_ENDED', messages.profile.undoEnded);
  const { accountId } = offer;
  await tx
    .deleteFrom('emailUndos')
    .where('accountId', '=', accountId)
    .where('id', '>', offer.id)
    .execute();
  const lost = await tx
    .selectFrom('accounts')
    .select(['email', 'emailKey'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const account = await tx
    .updateTable('accounts')
    // No password matches an empty hash.
    .set({ email: offer.email, emailKey: offer.emailKey, passwordHash: '' })
    .where('id', '=', accountId)
    .returning(['email', 'firstName', 'status'])
    .executeTakeFirstOrThrow();
  await endAllSessions(tx, accountId);
  await endResets(tx, ownerOf(accountId));
  const changedAt = new Date(
    Date.parse(offer.expiresAt) - limits.emailUndoHours * 3_600_000,
  ).toISOString();
  await leaveMailbox(tx, accountId, lost.emailKey, changedAt);
  await endColleaguesSince(change, env, accountId, changedAt);
  const owner = deviceOwner(ownerOf(accountId));
  await forgetDevices(tx, owner);
  const head = await letterhead(tx, env);
  const letter = emailRestored(head, account);
  await queueMail(change, { recipient: account.email, accountId, ...letter });
  await queueMail(change, { recipient: lost.email, ...emailRemoved(head) });
  return { email: account.email, deviceToken: await rememberDevice(change, owner, device) };
}
