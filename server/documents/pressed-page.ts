import type { Context } from 'hono';
import { paths } from '#contract/shop/paths.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { respondPlain } from './plain-document.ts';

interface Page {
  readonly title: string;
  readonly text: string;
  readonly button?: string;
  readonly status?: 200 | 404;
}

/**
 * Answers a link of an e-mail with a page that needs no sign-in and no script. Its one button posts to the same address:
 * only that may change something, since mail scanners open links.
 */
export function respondPressed(
  context: Context,
  services: CatalogueServices,
  { title, text, button, status = 200 }: Page,
): Response {
  const form = button
    ? `<form method="post"><p><button>${escapeHtml(button)}</button></p></form>`
    : '';
  const content = `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${form}
<p class="home"><a href="${paths.myAccount.path}">My account</a></p>`;
  return respondPlain(context, services, { title, content, status });
}

/** The answer to a link that the shop didn't write, or that no longer does anything. */
export function respondUnknownLink(context: Context, services: CatalogueServices): Response {
  return respondPressed(context, services, {
    title: 'This link doesn’t work',
    text: 'Part of it may be missing. Open the link in the e-mail again, or choose your e-mails under “My account”.',
    status: 404,
  });
}
