import type { Context, Hono } from 'hono';
import { isMailNewsKind, type MailNewsKind, mailNews } from '#contract/shop/mail-news.ts';
import { stopMailsRoute } from '#contract/shop/own-paths.ts';
import { chooseMails } from '../accounts/choose-mails.ts';
import { endReminder } from '../accounts/yearly-licence.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { endSearchMails } from '../lists/saved-searches/queries.ts';
import { endConsent } from '../news/consents.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import { unsubscribedAccount } from '../platform/mail/unsubscribe-token.ts';
import type { Services } from '../platform/services/services.ts';
import { respondPressed, respondUnknownLink } from './pressed-page.ts';

/** What ends each kind of e-mails; nothing happens if it has ended already, or the account is gone. */
const endings: Readonly<
  Record<MailNewsKind, (change: Change, accountId: string) => Promise<void>>
> = {
  newDesigns: ({ tx }, id) => endSearchMails(tx, id),
  customsOpen: ({ tx }, id) => chooseMails(tx, id, 'hasCustomsNews', false),
  filesReplaced: ({ tx }, id) => chooseMails(tx, id, 'hasFilesNews', false),
  yearlyLicence: ({ tx }, id) => endReminder(tx, id),
  letters: endConsent,
  fullCart: ({ tx }, id) => chooseMails(tx, id, 'hasCartNews', false),
};

/** Where a buyer turns them on again. */
const placeOf = (news: MailNewsKind) => (news === 'yearlyLicence' ? 'My orders' : 'My account');

/** What the link of an e-mail asks for; null if the shop didn't write it. */
interface Unsubscription {
  readonly news: MailNewsKind;
  readonly accountId: string;
}

/**
 * The page that ends a kind of e-mails, without a sign-in or a script. Only POST changes something, since mail scanners
 * open links: its button, or the mail program itself in one press (RFC 8058).
 */
export function unsubscribeRoutes(app: Hono, services: Services & CatalogueServices): void {
  function wanted(context: Context): Unsubscription | null {
    const { news = '', token = '' } = context.req.query();
    if (!isMailNewsKind(news)) return null;
    const accountId = unsubscribedAccount(services.signingKey, token, news);
    return accountId === null ? null : { news, accountId };
  }

  app.get(stopMailsRoute, (context) => {
    const link = wanted(context);
    if (!link) return respondUnknownLink(context, services);
    return respondPressed(context, services, {
      title: 'Stop these e-mails?',
      text: `We won’t send you any more e-mails ${mailNews[link.news]}.`,
      button: 'Stop the e-mails',
    });
  });

  app.post(stopMailsRoute, async (context) => {
    const link = wanted(context);
    if (!link) return respondUnknownLink(context, services);
    await makeChange(services, (change) => endings[link.news](change, link.accountId));
    return respondPressed(context, services, {
      title: 'E-mails stopped',
      text: `You won’t get any more e-mails ${mailNews[link.news]}. You can turn them on again under “${placeOf(link.news)}”.`,
    });
  });
}
