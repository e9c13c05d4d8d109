import type { CallInput } from '#contract/calls.ts';
import { messages } from '#contract/messages.ts';
import type { Transaction } from '../database/open.ts';
import type { SignedIn } from '../http/account.ts';
import type { Caller } from '../http/device-cookie.ts';
import { Problem } from '../http/problem.ts';
import { letterhead } from '../mail/letterhead.ts';
import { queueMail } from '../mail/outbox.ts';
import { emailChanged, passwordChanged } from '../mail/templates.ts';
import type { Services } from '../services.ts';
import { refuseCommon } from './common-passwords.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { countTry } from './count-try.ts';
import { emailKey } from './email-key.ts';
import { forgetDevices } from './known-devices.ts';
import { licenceColumns } from './licence-columns.ts';
import { endResets } from './reset-steps.ts';
import { endSessions } from './sessions.ts';

type Body = CallInput<'updateUser'>['body'];

/** A password that was hashed already, and the hash that the old one matched. */
interface NewPassword {
  readonly from: string;
  readonly to: string;
}

/**
 * Changes what is given of a profile, all or nothing, and answers the message for it. Another
 * e-mail takes effect at once, and the old address is told; another password needs the old one,
 * ends the other sessions and is told too (OP-34). Throws INVALID, WRONG_PASSWORD, EMAIL_TAKEN or
 * TOO_MANY.
 */
export async function updateUser(
  services: Services,
  account: SignedIn,
  body: Body,
  { address, device }: Caller,
): Promise<string> {
  const { database, env, clock } = services;
  const columns = {
    firstName: body.firstName,
    lastName: body.lastName,
    ...licenceColumns(body),
  };
  if (body.email !== undefined) await countTry(services, 'changeEmail', { address }, account.id);
  const password = await newPassword(services, account, body, address);
  await database.write(async (tx) => {
    const now = clock();
    const before = await tx
      .selectFrom('accounts')
      .select(['email', 'emailKey', 'firstName', 'status', 'passwordHash'])
      .where('id', '=', account.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!before) throw new Problem('NOT_SIGNED_IN', 'Please sign in.');
    if (password && before.passwordHash !== password.from) throw wrongPassword('oldPassword');
    const email = await newEmail(tx, account, body);
    await tx
      .updateTable('accounts')
      .set({ ...columns, ...email, passwordHash: password?.to })
      .where('id', '=', account.id)
      .execute();
    const isMoved = email !== null && email.emailKey !== before.emailKey;
    if (isMoved || password) await endResets(tx, account.id);
    const head = await letterhead(tx, env);
    const owner = { recipient: before.email, accountId: account.id };
    if (isMoved) await queueMail(tx, now, { ...owner, ...emailChanged(head, before) });
    if (password) {
      await endSessions(tx, account.id, account.tokenHash);
      await forgetDevices(tx, `account:${account.id}`, device);
      await queueMail(tx, now, { ...owner, ...passwordChanged(head, before) });
    }
  });
  return messageFor(body);
}

async function newPassword(
  services: Services,
  account: SignedIn,
  body: Body,
  address: string,
): Promise<NewPassword | null> {
  if (body.password === undefined) return null;
  refuseCommon(body.password);
  const given = { field: 'oldPassword', password: body.oldPassword ?? '' };
  const from = await confirmPassword(services, account, address, given);
  return { from, to: await services.passwords.hash(body.password) };
}

async function newEmail(
  tx: Transaction,
  account: SignedIn,
  { email }: Body,
): Promise<{ email: string; emailKey: string } | null> {
  if (email === undefined) return null;
  const key = emailKey(email);
  const other = await tx
    .selectFrom('accounts')
    .select('id')
    .where('emailKey', '=', key)
    .where('id', '!=', account.id)
    .executeTakeFirst();
  if (other) {
    const text = 'There is already an account with this e-mail.';
    throw new Problem('EMAIL_TAKEN', text, { fields: { email: text } });
  }
  return { email, emailKey: key };
}

/** The profile's modals each send their own part. */
function messageFor(body: Body): string {
  if (body.password !== undefined) return messages.profile.passwordDone;
  if (body.email !== undefined) return messages.profile.emailDone;
  const isName = body.firstName !== undefined || body.lastName !== undefined;
  return isName ? messages.profile.done : messages.profile.licenceDone;
}
