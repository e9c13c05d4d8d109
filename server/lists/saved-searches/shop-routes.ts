import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import { Problem } from '../../platform/http/problem.ts';
import { unsubscribedAccount } from '../../platform/mail/unsubscribe-token.ts';
import type { Services } from '../../platform/services/services.ts';
import { serveShop } from '../../platform/sign-in/serve-shop.ts';
import { assertNotDeleted, type SignedIn } from '../../platform/sign-in/signed-in.ts';
import { changeSearch, deleteSearch, endSearchMails, readSearches, saveSearch } from './queries.ts';

export function savedSearchRoutes(app: Hono, services: Services): void {
  const { database, signingKey } = services;
  /** Makes a change and answers with the searches after it. */
  const changed = (account: SignedIn, work: (change: Change) => Promise<void>) =>
    makeChange(services, async (change) => {
      await assertNotDeleted(change.tx, account);
      await work(change);
      return readSearches(change.tx, account.id);
    });

  serveShop(app, services, 'savedSearches', ({ account }) =>
    readSearches(database.read, account.id),
  );

  serveShop(app, services, 'saveSearch', ({ account, body }) =>
    changed(account, (change) => saveSearch(change, account, body)),
  );

  serveShop(app, services, 'changeSearch', ({ account, params, body }) =>
    changed(account, ({ tx }) => changeSearch(tx, account.id, params.id, body.hasMail)),
  );

  serveShop(app, services, 'deleteSearch', ({ account, params }) =>
    changed(account, ({ tx }) => deleteSearch(tx, account.id, params.id)),
  );

  serveShop(app, services, 'unsubscribe', async ({ body }) => {
    const accountId = unsubscribedAccount(signingKey, body.token);
    if (accountId === null) throw new Problem('INVALID', messages.savedSearch.badLink);
    await makeChange(services, ({ tx }) => endSearchMails(tx, accountId));
    return { message: messages.savedSearch.unsubscribed };
  });
}
