import { handOverRequests } from '../commissions/hand-over-requests.ts';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { colleagueLeft, colleagueRemoved } from '../platform/mail/colleague-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { deviceOwner, forgetDevices } from '../platform/sign-in/known-devices.ts';
import { endResets } from './reset-steps.ts';
import { endSessions } from './sessions.ts';

/** Withdraws every invitation to an account, and returns how many there were. */
export async function withdrawInvitations(tx: Transaction, accountId: string): Promise<number> {
  const withdrawn = await tx
    .deleteFrom('colleagueInvitations')
    .where('accountId', '=', accountId)
    .returning('id')
    .execute();
  return withdrawn.length;
}

/**
 * Deletes a colleague of an account with all that lets them in, at once; the requests that they sent are the owner's from
 * now on. Returns who they were; null if there is no such.
 */
async function endColleague(tx: Transaction, accountId: string, colleagueId: string) {
  const colleague = await tx
    .deleteFrom('colleagues')
    .where('id', '=', colleagueId)
    .where('accountId', '=', accountId)
    .returning(['email', 'emailKey', 'firstName', 'lastName'])
    .executeTakeFirst();
  if (!colleague) return null;
  const person = { id: accountId, colleagueId };
  await endSessions(tx, person);
  await endResets(tx, person);
  await forgetDevices(tx, deviceOwner(person));
  await handOverRequests(tx, accountId, colleague.emailKey);
  return colleague;
}

/** Ends a colleague who leaves an account, and mails its owner. */
export async function leaveAccount(
  change: Change,
  mailSettings: MailSettings,
  { id, colleagueId }: { readonly id: string; readonly colleagueId: string },
): Promise<void> {
  const { tx } = change;
  const colleague = await endColleague(tx, id, colleagueId);
  if (!colleague) return;
  const owner = await tx
    .selectFrom('accounts')
    .select(['email', 'firstName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const letter = colleagueLeft(await letterhead(tx, mailSettings), owner, colleague);
  await queueMail(change, { recipient: owner.email, accountId: id, ...letter });
}

/** Ends a colleague of an account and mails them. Returns who they were; null if there is no such. */
export async function removeColleague(
  change: Change,
  mailSettings: MailSettings,
  accountId: string,
  colleagueId: string,
) {
  const { tx } = change;
  const colleague = await endColleague(tx, accountId, colleagueId);
  if (!colleague) return null;
  const owner = await tx
    .selectFrom('accounts')
    .select(['firstName', 'lastName'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const letter = colleagueRemoved(await letterhead(tx, mailSettings), colleague, owner);
  await queueMail(change, { recipient: colleague.email, ...letter });
  return colleague;
}

/** Removes the colleagues who joined an account at an instant (ISO 8601) or later, and withdraws its invitations. */
export async function endColleaguesSince(
  change: Change,
  mailSettings: MailSettings,
  accountId: string,
  since: string,
): Promise<void> {
  const { tx } = change;
  await withdrawInvitations(tx, accountId);
  const colleagues = await tx
    .selectFrom('colleagues')
    .select('id')
    .where('accountId', '=', accountId)
    .where('joinedAt', '>=', since)
    .execute();
  for (const { id } of colleagues) await removeColleague(change, mailSettings, accountId, id);
}
