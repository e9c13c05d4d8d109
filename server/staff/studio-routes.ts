import type { Hono } from 'hono';
import { studioMessages } from '#contract/studio/account.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { Services } from '../platform/services.ts';
import { acceptInvitation, openInvitation } from './invitations.ts';
import { serveStudio } from './serve-studio.ts';
import { forgetSession, keepSession } from './session-cookie.ts';
import { endStudioSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

/** The studio's routes for invitations and sign-in. */
export function staffRoutes(app: Hono, services: Services): void {
  serveStudio(app, services, 'openInvitation', ({ body, address }) =>
    openInvitation(services, body, address),
  );

  serveStudio(app, services, 'acceptInvitation', async ({ body, context, ...caller }) => {
    const { session, deviceToken, email } = await acceptInvitation(services, body, caller);
    keepSession(context, services.env, session);
    caller.device.save(deviceToken);
    return { email };
  });

  serveStudio(app, services, 'signIn', async ({ body, context, ...caller }) => {
    const { session, deviceToken, email } = await signIn(services, body, caller);
    keepSession(context, services.env, session);
    caller.device.save(deviceToken);
    return { email };
  });

  serveStudio(app, services, 'me', async ({ account }) => ({ email: account.email }));

  serveStudio(app, services, 'signOut', async ({ account, context }) => {
    const { id, tokenHash } = account;
    await makeAuditedChange(services, id, async (change) => {
      const { tx } = change;
      await endStudioSession(tx, tokenHash);
      const line = { subjectId: id, before: null, after: null };
      await recordAction(change, { ...line, action: 'signed out' });
    });
    forgetSession(context, services.env);
    return { message: studioMessages.signedOut };
  });
}
