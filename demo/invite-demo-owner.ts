import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import type { Services } from '#server/platform/services.ts';
import { makeInvitation } from '#server/staff/invite.ts';

/** Receives no mail. */
const email = 'owner@pinwheel.example';

/**
 * Invites an owner to the demo's studio, so that nobody needs a command to try it. Returns the link, which
 * replaces that of an earlier start, or null if the studio has its people already.
 */
export async function inviteDemoOwner(
  services: Pick<Services, 'database' | 'clock' | 'env'>,
): Promise<string | null> {
  const { env } = services;
  if (env.isProduction) return null;
  return makeAuditedChange(services, terminal, async (change) => {
    const people = await change.tx
      .selectFrom('studioAccounts')
      .select(['email', 'passwordHash', 'disabledAt'])
      .execute();
    const isOpen = people.every(
      (person) =>
        person.email === email && person.passwordHash === null && person.disabledAt === null,
    );
    return isOpen ? env.publicUrl + (await makeInvitation(change, { email })).path : null;
  });
}
