import type { Context, Hono } from 'hono';
import { isMailNewsKind, type MailNewsKind, mailNews } from '#contract/shop/mail-news.ts';
import { paths, stopMailsRoute } from '#contract/shop/paths.ts';
import { chooseNews } from '../accounts/choose-news.ts';
import { endReminder } from '../accounts/yearly-licence.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { endSearchMails } from '../lists/saved-searches/queries.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { unsubscribedAccount } from '../platform/mail/unsubscribe-token.ts';
import type { Services } from '../platform/services/services.ts';
import { respondPlain } from './plain-document.ts';

/** What ends each kind of e-mails; nothing happens if it has ended already, or the account is gone. */
const endings: Readonly<
  Record<MailNewsKind, (tx: Transaction, accountId: string) => Promise<void>>
> = {
  newDesigns: endSearchMails,
  customsOpen: (tx, id) => chooseNews(tx, id, 'hasCustomsNews', false),
  filesReplaced: (tx, id) => chooseNews(tx, id, 'hasFilesNews', false),
  yearlyLicence: endReminder,
};

interface Page {
  readonly title: string;
  readonly text: string;
  readonly button?: string;
}

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

  function answer(context: Context, status: 200 | 404, page: Page): Response {
    const { title } = page;
    return respondPlain(context, services, { title, content: contentOf(page), status });
  }

  const unknown = (context: Context) =>
    answer(context, 404, {
      title: 'This link doesn’t work',
      text: 'Part of it may be missing. Open the link in the e-mail again, or choose your e-mails under “My account”.',
    });

  app.get(stopMailsRoute, (context) => {
    const link = wanted(context);
    if (!link) return unknown(context);
    return answer(context, 200, {
      title: 'Stop these e-mails?',
      text: `We won’t send you any more e-mails ${mailNews[link.news]}.`,
      button: 'Stop the e-mails',
    });
  });

  app.post(stopMailsRoute, async (context) => {
    const link = wanted(context);
    if (!link) return unknown(context);
    await makeChange(services, ({ tx }) => endings[link.news](tx, link.accountId));
    return answer(context, 200, {
      title: 'E-mails stopped',
      text: `You won’t get any more e-mails ${mailNews[link.news]}. You can turn them on again under “${placeOf(link.news)}”.`,
    });
  });
}

function contentOf({ title, text, button }: Page): string {
  const form = button
    ? `<form method="post"><p><button>${escapeHtml(button)}</button></p></form>`
    : '';
  return `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${form}
<p class="home"><a href="${paths.myAccount.path}">My account</a></p>`;
}
