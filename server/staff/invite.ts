import { randomBytes } from 'node:crypto';
import { acceptInvitationPath } from '#contract/studio/account.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Env } from '../platform/env.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { studioInvited } from '../platform/mail/templates.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { forgetDevices } from '../platform/sign-in/known-devices.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { endNotifications } from './notifications/notify-studio.ts';
import { endStudioSessions } from './sessions.ts';
import { newTotpSecret } from './totp.ts';

/** How long an invitation is valid. */
export const invitationHours = 72;

/**
 * Creates a studio account or resets an existing one, mails its owner a link to set password and second
 * factor, and returns that link. Also for a lost phone or a stolen password: the old password, second factor,
 * sessions and links stop working at once. A disabled account is enabled again.
 */
export async function inviteToStudio(
  change: AuditedChange,
  env: Env,
  email: string,
): Promise<string> {
  const { tx, now } = change;
  const account = await emptyAccount(change, email);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + invitationHours * 3_600_000);
  await tx.deleteFrom('studioInvitations').where('accountId', '=', account.id).execute();
  await tx
    .insertInto('studioInvitations')
    .values({
      tokenHash: hashToken(token),
      accountId: account.id,
      totpSecret: newTotpSecret(),
      expiresAt: expiresAt.toISOString(),
    })
    .execute();
  await endStudioSessions(tx, account.id);
  await forgetDevices(tx, `studio:${account.id}`);
  await endNotifications(tx, account);
  const path = acceptInvitationPath(token);
  const letter = studioInvited(await letterhead(tx, env), { path, hours: invitationHours });
  await queueMail(change, { recipient: account.email, expiresAt, ...letter });
  await recordAction(change, {
    action: 'invited to the studio',
    subjectId: account.id,
    before: account.before,
    after: { email: account.email, mayEnter: false, invitedUntil: expiresAt.toISOString() },
  });
  return env.publicUrl + path;
}

/** Disables a studio account: nothing its owner has lets them in any more. An invitation enables it again. */
export async function dismissFromStudio(
  change: AuditedChange,
  email: string,
): Promise<'done' | 'unchanged' | 'missing'> {
  const { tx, now } = change;
  const account = await tx
    .selectFrom('studioAccounts')
    .select(['id', 'email', 'passwordHash', 'disabledAt'])
    .where('emailKey', '=', emailKey(email))
    .executeTakeFirst();
  if (!account) return 'missing';
  if (account.disabledAt !== null) return 'unchanged';
  await tx
    .updateTable('studioAccounts')
    .set({ disabledAt: now.toISOString() })
    .where('id', '=', account.id)
    .execute();
  await tx.deleteFrom('studioInvitations').where('accountId', '=', account.id).execute();
  await endStudioSessions(tx, account.id);
  await forgetDevices(tx, `studio:${account.id}`);
  await endNotifications(tx, account);
  await recordAction(change, {
    action: 'removed from the studio',
    subjectId: account.id,
    before: { email: account.email, mayEnter: account.passwordHash !== null },
    after: { email: account.email, mayEnter: false },
  });
  return 'done';
}

/** The account of an e-mail, created if there is none, with nothing left to sign in with. */
async function emptyAccount({ tx, now }: Change, email: string) {
  const key = emailKey(email);
  const known = await tx
    .selectFrom('studioAccounts')
    .select(['id', 'email', 'passwordHash', 'disabledAt'])
    .where('emailKey', '=', key)
    .executeTakeFirst();
  const empty = { passwordHash: null, totpSecret: null, lastTotpStep: null, disabledAt: null };
  if (known) {
    await tx.updateTable('studioAccounts').set(empty).where('id', '=', known.id).execute();
    const mayEnter = known.passwordHash !== null && known.disabledAt === null;
    return { id: known.id, email: known.email, before: { email: known.email, mayEnter } };
  }
  const row = { id: newId(now), email: email.trim(), emailKey: key, createdAt: now.toISOString() };
  await tx
    .insertInto('studioAccounts')
    .values({ ...row, ...empty })
    .execute();
  return { id: row.id, email: row.email, before: null };
}
