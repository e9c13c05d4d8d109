import type { AuditedChange } from '../platform/database/change.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { type OwnerChange, ownersChanged } from '../platform/mail/staff-letters.ts';
import { activeOwners } from './owners.ts';

/** Mails every other owner, before the change, that the actor makes somebody an owner or ends it. */
export async function notifyOwners(
  change: AuditedChange,
  mailSettings: MailSettings,
  what: OwnerChange,
  email: string,
): Promise<void> {
  const { tx, actorId } = change;
  const owners = await activeOwners(tx).select(['id', 'email']).execute();
  const actor = owners.find(({ id }) => id === actorId)?.email ?? '';
  const letter = ownersChanged(await letterhead(tx, mailSettings), what, { actor, email });
  for (const owner of owners) {
    if (owner.id !== actorId) await queueMail(change, { recipient: owner.email, ...letter });
  }
}
