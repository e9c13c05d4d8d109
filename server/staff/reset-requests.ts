import { deviceName } from '#contract/studio/device-name.ts';
import type { StaffReset } from '#contract/studio/team.ts';
import { teamMessages } from '#contract/studio/team-messages.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { staffResetConfirmed } from '../platform/mail/staff-letters.ts';
import { assertOwner } from './owners.ts';

/** How long a link for a new password works, from its mail or an owner's confirmation on. */
export const resetMs = 3_600_000;

/** How many codes can be tried with one link. */
export const maxTries = 5;

function openRequests(reader: Reader, now: Date) {
  return reader
    .selectFrom('studioResets')
    .innerJoin('studioAccounts', 'studioAccounts.id', 'studioResets.accountId')
    .where('askedAt', 'is not', null)
    .where('confirmedBy', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .where('disabledAt', 'is', null);
}

/** The new passwords that an owner was asked to confirm, the oldest first. */
export async function openResetRequests(
  reader: Reader,
  now: Date,
  askingId: string,
): Promise<StaffReset[]> {
  const rows = await openRequests(reader, now)
    .select(['studioResets.id', 'accountId', 'name', 'email', 'askedAt', 'expiresAt'])
    .select(['address', 'userAgent'])
    .orderBy('askedAt')
    .execute();
  return rows.map(({ accountId, askedAt, userAgent, ...request }) => ({
    ...request,
    askedAt: askedAt ?? '',
    device: deviceName(userAgent),
    isYou: accountId === askingId,
  }));
}

/** How many new passwords wait for an owner. */
export async function countResetRequests(reader: Reader, now: Date): Promise<number> {
  return countOf(openRequests(reader, now));
}

/** Lets a colleague set a new password, and mails them. @throws FORBIDDEN, NOT_FOUND, CONFLICT for one's own */
export async function confirmReset(
  change: AuditedChange,
  mailSettings: MailSettings,
  resetId: string,
): Promise<void> {
  const { tx, now, actorId } = change;
  await assertOwner(change);
  const { accountId, email } = await findRequest(tx, now, resetId);
  if (accountId === actorId) throw new Problem('CONFLICT', teamMessages.ownReset);
  const expiresAt = new Date(now.getTime() + resetMs);
  await tx
    .updateTable('studioResets')
    // The confirmation is the second proof, whatever was tried before it.
    .set({ confirmedBy: actorId, expiresAt: expiresAt.toISOString(), triesLeft: maxTries })
    .where('id', '=', resetId)
    .execute();
  const letter = staffResetConfirmed(await letterhead(tx, mailSettings));
  await queueMail(change, { recipient: email, expiresAt, ...letter });
  const line = { subjectId: accountId, before: null, after: { email } };
  await recordAction(change, { ...line, action: 'password.confirmed' });
}

/** Ends a password reset; its link stops working. @throws FORBIDDEN, NOT_FOUND */
export async function refuseReset(change: AuditedChange, resetId: string): Promise<void> {
  const { tx, now } = change;
  await assertOwner(change);
  const { accountId, email } = await findRequest(tx, now, resetId);
  await tx.deleteFrom('studioResets').where('id', '=', resetId).execute();
  const line = { subjectId: accountId, before: { email }, after: null };
  await recordAction(change, { ...line, action: 'password.refused' });
}

async function findRequest(tx: Transaction, now: Date, resetId: string) {
  const row = await openRequests(tx, now)
    .select(['studioAccounts.id as accountId', 'email'])
    .where('studioResets.id', '=', resetId)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', teamMessages.missingReset);
  return row;
}
