import type { Hono } from 'hono';
import { studioMessages } from '#contract/studio-account.ts';
import type { Services } from '../services.ts';
import { auditPage } from './audit-lines.ts';
import { brandRoutes } from './brand.ts';
import { studioBuyerRoutes } from './buyers/routes.ts';
import { studioCouponRoutes } from './coupons.ts';
import { customDeskRoutes } from './custom-desk.ts';
import { designRoutes } from './designs/routes.ts';
import { dataRoutes } from './exports/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { frontRoutes } from './front.ts';
import { importRoutes } from './imports/routes.ts';
import { acceptInvitation, openInvitation } from './invitations.ts';
import { licenceRoutes } from './licences.ts';
import { noteAction } from './note-action.ts';
import { studioOrderRoutes } from './orders/routes.ts';
import { searchWordsRoutes } from './search-words.ts';
import { serveStudio } from './serve-studio.ts';
import { endStudioSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { todayRoutes } from './today/routes.ts';

export function studioRoutes(app: Hono, services: Services): void {
  serveStudio(app, services, 'openInvitation', ({ body, address }) =>
    openInvitation(services, body, address),
  );

  serveStudio(app, services, 'acceptInvitation', async ({ body, keepSession, ...caller }) => {
    const { session, deviceToken, email } = await acceptInvitation(services, body, caller);
    keepSession(session);
    caller.device.save(deviceToken);
    return { email };
  });

  serveStudio(app, services, 'signIn', async ({ body, keepSession, ...caller }) => {
    const { session, deviceToken, email } = await signIn(services, body, caller);
    keepSession(session);
    caller.device.save(deviceToken);
    return { email };
  });

  serveStudio(app, services, 'me', async ({ account }) => ({ email: account.email }));

  serveStudio(app, services, 'signOut', async ({ account, forgetSession }) => {
    const { id, tokenHash } = account;
    await services.database.write(async (tx) => {
      await endStudioSession(tx, tokenHash);
      const line = { who: id, target: id, before: null, after: null };
      await noteAction(tx, services.clock(), { ...line, what: 'signed out' });
    });
    forgetSession();
    return { message: studioMessages.signedOut };
  });
  serveStudio(app, services, 'auditLines', ({ query }) =>
    auditPage(services.database.read, query.page),
  );
  todayRoutes(app, services);
  dataRoutes(app, services);
  brandRoutes(app, services);
  searchWordsRoutes(app, services);
  licenceRoutes(app, services);
  fileRoutes(app, services);
  designRoutes(app, services);
  studioCouponRoutes(app, services);
  frontRoutes(app, services);
  importRoutes(app, services);
  customDeskRoutes(app, services);
  studioBuyerRoutes(app, services);
  studioOrderRoutes(app, services);
}
