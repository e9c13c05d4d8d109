import { messages } from '#contract/messages/messages.ts';
import type { CallInput } from '#contract/shop/calls.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { passwordChanged } from '../platform/mail/account-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { assertUncommonPassword } from '../platform/sign-in/common-passwords.ts';
import { deviceOwner, forgetDevices } from '../platform/sign-in/known-devices.ts';
import { notSignedIn, type SignedIn } from '../platform/sign-in/signed-in.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { endResets } from './reset-steps.ts';
import { endSessions } from './sessions.ts';

/**
 * Changes a colleague's own name or password, and returns the message to show. A new password needs the current one, ends
 * their other sessions, and they get a mail.
 * @throws INVALID, WRONG_PASSWORD, TOO_MANY
 */
export async function changeColleague(
  services: Services,
  { account, address, device }: Caller & { readonly account: SignedIn & { colleagueId: string } },
  { oldPassword = '', password, ...names }: CallInput<'changeColleague'>['body'],
  makeLast: MakeLastChange<string>,
): Promise<string> {
  const { colleagueId } = account;
  const given = { field: 'oldPassword', password: oldPassword };
  if (password !== undefined) assertUncommonPassword(password);
  const matched =
    password === undefined ? null : await confirmPassword(services, account, address, given);
  const passwordHash = password === undefined ? undefined : await services.passwords.hash(password);
  return makeLast(async (change) => {
    const { tx } = change;
    const before = await tx
      .selectFrom('colleagues')
      .select(['email', 'firstName', 'passwordHash'])
      .where('id', '=', colleagueId)
      .executeTakeFirst();
    // Removed meanwhile.
    if (!before) throw notSignedIn();
    if (matched !== null && before.passwordHash !== matched) throw wrongPassword(given.field);
    await tx
      .updateTable('colleagues')
      .set({ ...names, passwordHash })
      .where('id', '=', colleagueId)
      .execute();
    if (passwordHash === undefined) return messages.profile.done;
    await endResets(tx, account);
    await endSessions(tx, account, account.tokenHash);
    await forgetDevices(tx, deviceOwner(account), device);
    const greeted = { firstName: before.firstName, status: account.status };
    const letter = passwordChanged(await letterhead(tx, services.env), greeted);
    await queueMail(change, { recipient: before.email, ...letter });
    return messages.profile.passwordDone;
  });
}
