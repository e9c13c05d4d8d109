import { randomBytes } from 'node:crypto';
import { acceptInvitationPath } from '#contract/studio/account.ts';
import type { StaffRole } from '#contract/studio/call.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { studioInvited } from '../platform/mail/staff-letters.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { endAccess, endWaysIn } from './end-access.ts';
import { endNotifications } from './notifications/notify-studio.ts';
import { endRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret } from './totp.ts';

/** How long an invitation is valid. */
export const invitationHours = 72;

/** Who is invited. Without a name or a role, an existing account keeps its own, and a new one is an owner. */
interface Invited {
  readonly email: string;
  readonly name?: string;
  readonly role?: StaffRole;
}

/**
 * Creates a studio account or resets an existing one, mails its owner a link to set password and second
 * factor, and returns that link. Also for a lost phone or a stolen password: the old password, second factor,
 * recovery codes, sessions and links stop working at once. A disabled account is enabled again.
 */
export async function inviteToStudio(
  change: AuditedChange,
  mailSettings: MailSettings,
  invited: Invited,
): Promise<string> {
  const { recipient, path, expiresAt } = await makeInvitation(change, invited);
  const letter = studioInvited(await letterhead(change.tx, mailSettings), {
    path,
    hours: invitationHours,
  });
  await queueMail(change, { recipient, expiresAt, ...letter });
  return mailSettings.publicUrl + path;
}

/** The same without a mail; returns what one needs. */
export async function makeInvitation(
  change: AuditedChange,
  invited: Invited,
): Promise<{ readonly recipient: string; readonly path: string; readonly expiresAt: Date }> {
  const { tx, now } = change;
  const account = await emptyAccount(change, invited);
  await endAccess(tx, account.id);
  await endRecoveryCodes(tx, account.id);
  await endNotifications(tx, account);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + invitationHours * 3_600_000);
  await tx
    .insertInto('studioInvitations')
    .values({
      tokenHash: hashToken(token),
      accountId: account.id,
      totpSecret: newTotpSecret(),
      expiresAt: expiresAt.toISOString(),
    })
    .execute();
  await recordAction(change, {
    action: 'staff.invited',
    subjectId: account.id,
    before: account.before,
    after: {
      email: account.email,
      role: account.role,
      mayEnter: false,
      invitedUntil: expiresAt.toISOString(),
    },
  });
  return { recipient: account.email, path: acceptInvitationPath(token), expiresAt };
}

/** `dismissFromStudio` for the command line, by e-mail. */
export async function dismissByEmail(
  change: AuditedChange,
  email: string,
): Promise<'done' | 'unchanged' | 'missing'> {
  const account = await change.tx
    .selectFrom('studioAccounts')
    .select(['id', 'disabledAt'])
    .where('emailKey', '=', emailKey(email))
    .executeTakeFirst();
  if (!account) return 'missing';
  if (account.disabledAt !== null) return 'unchanged';
  await dismissFromStudio(change, account.id);
  return 'done';
}

/**
 * Disables a studio account: nothing its owner has lets them in any more. An invitation enables it again. The
 * row stays, because the audit log names it.
 */
export async function dismissFromStudio(change: AuditedChange, accountId: string): Promise<void> {
  const { tx, now } = change;
  const { email, passwordHash } = await tx
    .updateTable('studioAccounts')
    .set({ disabledAt: now.toISOString() })
    .where('id', '=', accountId)
    .returning(['email', 'passwordHash'])
    .executeTakeFirstOrThrow();
  await endWaysIn(tx, accountId);
  await endRecoveryCodes(tx, accountId);
  await endNotifications(tx, { id: accountId, email });
  await recordAction(change, {
    action: 'staff.removed',
    subjectId: accountId,
    before: { email, mayEnter: passwordHash !== null },
    after: { email, mayEnter: false },
  });
}

/** The account of an e-mail, created if there is none, with nothing left to sign in with. */
async function emptyAccount({ tx, now }: Change, { email, name, role }: Invited) {
  const key = emailKey(email);
  const known = await tx
    .selectFrom('studioAccounts')
    .select(['id', 'email', 'name', 'role', 'passwordHash', 'disabledAt'])
    .where('emailKey', '=', key)
    .executeTakeFirst();
  const empty = { passwordHash: null, totpSecret: null, lastTotpStep: null, disabledAt: null };
  if (known) {
    const given = { name: name ?? known.name, role: role ?? known.role };
    await tx
      .updateTable('studioAccounts')
      .set({ ...empty, ...given })
      .where('id', '=', known.id)
      .execute();
    const mayEnter = known.passwordHash !== null && known.disabledAt === null;
    const before = { email: known.email, role: known.role, mayEnter };
    return { id: known.id, email: known.email, role: given.role, before };
  }
  const row = {
    id: newId(now),
    email: email.trim(),
    emailKey: key,
    name: name ?? '',
    role: role ?? 'owner',
    createdAt: now.toISOString(),
  };
  await tx
    .insertInto('studioAccounts')
    .values({ ...row, ...empty, lastSeenAt: null })
    .execute();
  return { id: row.id, email: row.email, role: row.role, before: null };
}
