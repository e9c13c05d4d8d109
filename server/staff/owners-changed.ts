import type { AuditedChange } from '../platform/database/change.ts';
import type { Env } from '../platform/env.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { type OwnerChange, ownersChanged } from '../platform/mail/staff-templates.ts';
import { activeOwners } from './owners.ts';

/** Mails every other owner, before the change, that the actor makes somebody an owner or ends it. */
export async function notifyOwners(
  change: AuditedChange,
  env: Env,
  what: OwnerChange,
  email: string,
): Promise<void> {
  const { tx, actorId } = change;
  const owners = await activeOwners(tx).select(['id', 'email']).execute();
  const actor = owners.find(({ id }) => id === actorId)?.email ?? '';
  const letter = ownersChanged(await letterhead(tx, env), what, { actor, email });
  for (const owner of owners) {
    if (owner.id !== actorId) await queueMail(change, { recipient: owner.email, ...letter });
  }
}
