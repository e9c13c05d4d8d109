import { messages } from '#contract/messages/messages.ts';
import type { CallInput } from '#contract/shop/calls.ts';
import { undoEmailPath } from '#contract/shop/own-paths.ts';
import type { Change } from '../platform/database/change.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { Problem } from '../platform/http/problem.ts';
import { emailChanged, passwordChanged } from '../platform/mail/account-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { assertUncommonPassword } from '../platform/sign-in/common-passwords.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { deviceOwner, forgetDevices } from '../platform/sign-in/known-devices.ts';
import type { SignedIn } from '../platform/sign-in/signed-in.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { withdrawInvitations } from './end-colleagues.ts';
import { isEmailTaken } from './is-email-taken.ts';
import { leaveMailbox } from './leave-mailbox.ts';
import { licenceColumns } from './licence-columns.ts';
import { endResets } from './reset-steps.ts';
import { endSessions } from './sessions.ts';
import { assertFewEmailChanges, offerUndo } from './undo-email-change.ts';

type Body = CallInput<'updateUser'>['body'];

/**
 * Changes the given fields of a profile, all or nothing, and returns the message to show. A new e-mail or
 * password needs the current password. A new e-mail takes effect at once, and the old address gets a link to
 * undo it; three changes in 72 hours are allowed, because each old e-mail stays reserved. A new password ends
 * the owner's other sessions and the invitations of colleagues, and the owner gets a mail (OP-34).
 * @throws INVALID, WRONG_PASSWORD, EMAIL_TAKEN, TOO_MANY
 */
export async function updateUser(
  services: Services,
  { account, address, device }: Caller & { readonly account: SignedIn },
  body: Body,
  makeLast: MakeLastChange<string>,
): Promise<string> {
  const { env } = services;
  const columns = {
    firstName: body.firstName,
    lastName: body.lastName,
    ...licenceColumns(body),
    billing: body.billing && JSON.stringify(body.billing),
  };
  if (body.email !== undefined)
    await countAttempt(services, 'changeEmail', { address }, account.id);
  if (body.password !== undefined) assertUncommonPassword(body.password);
  const matched = await currentHash(services, account, body, address);
  const passwordHash =
    body.password === undefined ? undefined : await services.passwords.hash(body.password);
  return makeLast(async (change) => {
    const { tx } = change;
    const before = await tx
      .selectFrom('accounts')
      .select(['email', 'emailKey', 'firstName', 'status', 'passwordHash'])
      .where('id', '=', account.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!before) throw new Problem('NOT_SIGNED_IN', 'Please sign in.');
    if (matched !== null && before.passwordHash !== matched) throw wrongPassword('oldPassword');
    const email = await newEmail(change, account, body);
    await tx
      .updateTable('accounts')
      .set({ ...columns, ...email, passwordHash })
      .where('id', '=', account.id)
      .execute();
    const isMoved = email !== null && email.emailKey !== before.emailKey;
    const hasNewPassword = passwordHash !== undefined;
    if (isMoved || hasNewPassword) await endResets(tx, account);
    const head = await letterhead(tx, env);
    const owner = { recipient: before.email, accountId: account.id };
    if (isMoved) {
      await assertFewEmailChanges(change, account.id);
      await leaveMailbox(tx, account.id, before.emailKey);
      const undoPath = undoEmailPath(await offerUndo(change, account.id, before));
      await queueMail(change, { ...owner, ...emailChanged(head, before, undoPath) });
    }
    if (hasNewPassword) {
      await endSessions(tx, account, account.tokenHash);
      await withdrawInvitations(tx, account.id);
      await forgetDevices(tx, deviceOwner(account), device);
      await queueMail(change, { ...owner, ...passwordChanged(head, before) });
    }
    return messageFor(body);
  });
}

/** The hash that the current password matched; null for a change that doesn't need the password. */
async function currentHash(
  services: Services,
  account: SignedIn,
  { password, email, oldPassword = '' }: Body,
  address: string,
): Promise<string | null> {
  if (password === undefined && email === undefined) return null;
  return confirmPassword(services, account, address, {
    field: 'oldPassword',
    password: oldPassword,
  });
}

async function newEmail(
  change: Change,
  account: SignedIn,
  { email }: Body,
): Promise<{ email: string; emailKey: string } | null> {
  if (email === undefined) return null;
  const key = emailKey(email);
  if (await isEmailTaken(change, key, account.id)) {
    const text = 'An account with this e-mail already exists.';
    throw new Problem('EMAIL_TAKEN', text, { fields: { email: text } });
  }
  return { email, emailKey: key };
}

/** Each dialog of the profile sends only its own fields. */
function messageFor(body: Body): string {
  if (body.password !== undefined) return messages.profile.passwordDone;
  if (body.email !== undefined) return messages.profile.emailDone;
  const isName = body.firstName !== undefined || body.lastName !== undefined;
  if (body.billing !== undefined) return messages.profile.done;
  return isName ? messages.profile.done : messages.profile.licenceDone;
}
