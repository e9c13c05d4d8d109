import type { Context, Hono } from 'hono';
import { confirmNewsRoute } from '#contract/shop/own-paths.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { askerOf } from '../news/confirm-token.ts';
import { confirmConsent, consentsOf, openConsent } from '../news/consents.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Services } from '../platform/services/services.ts';
import { respondPressed, respondUnknownLink } from './pressed-page.ts';

const ended = {
  title: 'You no longer get news',
  text: 'You have ended the news from the studio since this e-mail was sent. You can turn it on again under “My account”.',
};

/** The page that confirms a buyer's wish for news from the studio; see decision 134. */
export function confirmNewsRoutes(app: Hono, services: Services & CatalogueServices): void {
  const asker = (reader: Reader, context: Context) =>
    askerOf(reader, services.signingKey, context.req.query('token') ?? '');

  app.get(confirmNewsRoute, async (context) => {
    const { read } = services.database;
    const found = await asker(read, context);
    if (!found) return respondUnknownLink(context, services);
    const open = openConsent(await consentsOf(read, found.accountId), found);
    if (!open) return respondPressed(context, services, ended);
    return respondPressed(context, services, {
      title: 'Get news from the studio?',
      text: `You asked for this: “${open.words}”`,
      button: 'Yes, send me news',
    });
  });

  app.post(confirmNewsRoute, async (context) => {
    const isWanted = await makeChange(services, async (change) => {
      const found = await asker(change.tx, context);
      return found && confirmConsent(change, found);
    });
    if (isWanted === null) return respondUnknownLink(context, services);
    return respondPressed(
      context,
      services,
      isWanted
        ? {
            title: 'Thank you',
            text: 'You get news from the studio from now on. You can end it under “My account”, or with the link in each e-mail.',
          }
        : ended,
    );
  });
}
