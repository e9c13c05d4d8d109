import type { Hono } from 'hono';
import { studioMessages } from '#contract/studio/account.ts';
import { resetMessages } from '#contract/studio/password-reset.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { Services } from '../platform/services/services.ts';
import { type Accepted, acceptInvitation, openInvitation } from './invitations.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { recover, setUpTwoStep } from './recover.ts';
import { askOwner, openReset, requestReset, setStaffPassword } from './reset-password.ts';
import { serveStudio } from './serve-studio.ts';
import { forgetSession, keepSession } from './session-cookie.ts';
import { endStudioSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { staffCaller } from './staff-caller.ts';
import type { OpenedSession } from './studio-user.ts';
import { teamRoutes } from './team-routes.ts';

export function staffRoutes(app: Hono, services: Services): void {
  signInRoutes(app, services);
  resetRoutes(app, services);
  ownAccountRoutes(app, services);
  teamRoutes(app, services);
}

function signInRoutes(app: Hono, services: Services): void {
  const { publicUrl } = services.env;

  serveStudio(app, services, 'openInvitation', ({ body, address }) =>
    openInvitation(services, body, address),
  );

  serveStudio(app, services, 'acceptInvitation', async ({ body, once, ...caller }) => {
    const accepted = await once<Accepted>((makeLast) =>
      acceptInvitation(services, body, staffCaller(caller), makeLast),
    );
    keepSession(caller.context, publicUrl, accepted.session);
    caller.device.save(accepted.deviceToken);
    return { ...accepted.user, recoveryCodes: accepted.recoveryCodes };
  });

  serveStudio(app, services, 'signIn', async ({ body, once, ...caller }) => {
    const { session, deviceToken, user } = await once<OpenedSession>((makeLast) =>
      signIn(services, body, staffCaller(caller), makeLast),
    );
    keepSession(caller.context, publicUrl, session);
    caller.device.save(deviceToken);
    return user;
  });

  serveStudio(app, services, 'recover', ({ body, once, ...caller }) =>
    once((makeLast) => recover(services, body, staffCaller(caller), makeLast)),
  );

  serveStudio(app, services, 'setUpTwoStep', async ({ body, once, ...caller }) => {
    const { session, deviceToken, user } = await once<OpenedSession>((makeLast) =>
      setUpTwoStep(services, body, staffCaller(caller), makeLast),
    );
    keepSession(caller.context, publicUrl, session);
    caller.device.save(deviceToken);
    return user;
  });

  serveStudio(app, services, 'signOut', async ({ account, context }) => {
    const { id, tokenHash } = account;
    await makeAuditedChange(services, id, async (change) => {
      const { tx } = change;
      await endStudioSession(tx, tokenHash);
      const line = { subjectId: id, before: null, after: null };
      await recordAction(change, { ...line, action: 'session.ended' });
    });
    forgetSession(context, publicUrl);
    return { message: studioMessages.signedOut };
  });
}

function resetRoutes(app: Hono, services: Services): void {
  serveStudio(app, services, 'requestReset', async ({ body, ...caller }) => {
    await requestReset(services, body, caller);
    return { message: resetMessages.asked };
  });

  serveStudio(app, services, 'openReset', ({ body, address }) =>
    openReset(services, body.token, address),
  );

  serveStudio(app, services, 'askOwner', ({ body, ...caller }) =>
    askOwner(services, body.token, staffCaller(caller)),
  );

  serveStudio(app, services, 'setStaffPassword', ({ body, address, once }) =>
    once((makeLast) => setStaffPassword(services, body, address, makeLast)),
  );
}
