import type { AuditedChange } from '#server/platform/database/change.ts';
import type { Reader } from '#server/platform/database/open.ts';
import type { Env } from '#server/platform/env.ts';
import { invitationHours, makeInvitation } from '#server/staff/invite.ts';
import { activeOwners } from '#server/staff/owners.ts';

/** Receives no mail. */
const email = 'owner@pinwheel.example';

/**
 * Invites an owner to the studio of a new demo, so that nobody needs a command to try it. Returns the link, or null
 * if the studio has its people already.
 */
export async function inviteDemoOwner(change: AuditedChange, env: Env): Promise<string | null> {
  if (env.isProduction) return null;
  const somebody = await change.tx
    .selectFrom('studioAccounts')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return somebody ? null : env.publicUrl + (await makeInvitation(change, { email })).path;
}

/** What a start prints about the demo's studio, until somebody can enter it. `link`: that of a new demo's owner. */
export async function studioNotice(read: Reader, link: string | null): Promise<string> {
  if (link !== null) {
    return `The studio, for its first owner (this link works once, for ${invitationHours} hours):\n  ${link}\n`;
  }
  if (await activeOwners(read).select('id').executeTakeFirst()) return '';
  return `Nobody has entered the studio yet. If the link of the first start is lost or older than ${invitationHours} hours, this makes another: npm run studio:invite EMAIL\n`;
}
