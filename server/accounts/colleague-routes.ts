import type { Hono } from 'hono';
import { makeChange } from '../platform/database/change.ts';
import type { Services } from '../platform/services/services.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import { changeColleague } from './change-colleague.ts';
import { inviteColleague, readColleagues, removeFromAccount } from './colleagues.ts';
import { leaveAccount } from './end-colleagues.ts';
import { joinAccount, openInvitation } from './join-account.ts';

/** The routes with which an account's owner shares it, and those of their colleagues. */
export function colleagueRoutes(app: Hono, services: Services): void {
  const { database, clock, env } = services;

  serveShop(app, services, 'colleagues', async ({ account }) => ({
    colleagues: await readColleagues(database.read, clock(), account.id),
  }));

  serveShop(app, services, 'inviteColleague', ({ account, body, address }) =>
    inviteColleague(services, account, body, address),
  );

  serveShop(app, services, 'removeColleague', ({ account, params }) =>
    makeChange(services, async (change) => {
      await removeFromAccount(change, env, account.id, params.id);
      return { colleagues: await readColleagues(change.tx, change.now, account.id) };
    }),
  );

  serveShop(app, services, 'openInvitation', ({ body, address }) =>
    openInvitation(services, body, address),
  );

  serveShop(app, services, 'joinAccount', async ({ body, once, ...caller }) => {
    const deviceToken = await once<string>((makeLast) =>
      joinAccount(services, body, caller, makeLast),
    );
    caller.device.save(deviceToken);
    return { message: 'You share the account now.' };
  });

  serveShop(app, services, 'changeColleague', async ({ account, body, once, ...caller }) => ({
    message: await once((makeLast) =>
      changeColleague(services, { account, ...caller }, body, makeLast),
    ),
  }));

  serveShop(app, services, 'leaveAccount', async ({ account }) => {
    await makeChange(services, (change) => leaveAccount(change, env, account));
    return { message: 'You have left the account.' };
  });
}
