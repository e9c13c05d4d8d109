import { randomBytes } from 'node:crypto';
import type { CallAnswer, CallInput } from '#contract/calls.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { Transaction } from '../database/open.ts';
import { hashToken } from '../http/account.ts';
import { Problem } from '../http/problem.ts';
import { letterhead } from '../mail/letterhead.ts';
import { queueMail } from '../mail/outbox.ts';
import { emailRestored } from '../mail/templates.ts';
import type { Services } from '../services.ts';
import { countTry } from './count-try.ts';
import { forgetDevices } from './known-devices.ts';
import { endResets } from './reset-steps.ts';
import { endSessions } from './sessions.ts';

/** Lets the address that an account has until now undo the change; answers the token for its link. */
export async function offerUndo(
  tx: Transaction,
  now: Date,
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

/** Whether an e-mail may go back to another account than this one, and so is not free. */
export async function isReserved(
  tx: Transaction,
  now: Date,
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

/** Throws CONFLICT while a change of the account's e-mail can be undone: an account that is gone can't be. */
export async function refuseWhileUndoable(
  tx: Transaction,
  now: Date,
  accountId: string,
): Promise<void> {
  const row = await tx
    .selectFrom('emailUndos')
    .select('id')
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  if (row) throw new Problem('CONFLICT', messages.profile.deleteAfterUndo);
}

/**
 * Gives an account the e-mail back that it had before a change, for whoever has the link that was
 * mailed there. It works once and needs no sign-in. Whoever made the change knows the password, so
 * that is void, every session ends, and a reset by mail is the only way in. Links of later changes
 * end; those of earlier ones stay, so a second change never outruns them. Throws CODE_ENDED or
 * TOO_MANY.
 */
export async function undoEmailChange(
  services: Services,
  { token }: CallInput<'undoEmailChange'>['body'],
  address: string,
): Promise<CallAnswer<'undoEmailChange'>> {
  const { database, env, clock } = services;
  const email = await database.write(async (tx) => {
    const now = clock();
    const undo = await tx
      .deleteFrom('emailUndos')
      .where('tokenHash', '=', hashToken(token))
      .where('expiresAt', '>', now.toISOString())
      .returning(['id', 'accountId', 'email', 'emailKey'])
      .executeTakeFirst();
    if (!undo) return null;
    const { accountId } = undo;
    await tx
      .deleteFrom('emailUndos')
      .where('accountId', '=', accountId)
      .where('id', '>', undo.id)
      .execute();
    const account = await tx
      .updateTable('accounts')
      // No password leads to an empty hash.
      .set({ email: undo.email, emailKey: undo.emailKey, passwordHash: '' })
      .where('id', '=', accountId)
      .returning(['email', 'firstName', 'status'])
      .executeTakeFirstOrThrow();
    await endSessions(tx, accountId);
    await endResets(tx, accountId);
    await forgetDevices(tx, `account:${accountId}`);
    const letter = emailRestored(await letterhead(tx, env), account);
    await queueMail(tx, now, { recipient: account.email, accountId, ...letter });
    return account.email;
  });
  if (email === null) {
    await countTry(services, 'undoEmailChange', { address }, null);
    throw new Problem('CODE_ENDED', messages.profile.undoEnded);
  }
  return { message: messages.profile.emailUndone, email };
}
