import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import type { Services } from '#server/platform/services.ts';
import { inviteToStudio } from '#server/staff/invite.ts';

/**
 * Invites an owner to the studio of a new demo, so that nobody needs a command to try it. Returns the link, or null
 * if the studio has its people already.
 */
export async function inviteDemoOwner(
  services: Pick<Services, 'database' | 'clock' | 'env'>,
): Promise<string | null> {
  const { env } = services;
  if (env.isProduction) return null;
  return makeAuditedChange(services, terminal, async (change) => {
    const somebody = await change.tx
      .selectFrom('studioAccounts')
      .select('id')
      .limit(1)
      .executeTakeFirst();
    return somebody ? null : inviteToStudio(change, env, { email: 'owner@pinwheel.example' });
  });
}
