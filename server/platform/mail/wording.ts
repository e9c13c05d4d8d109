import type { AccountStatus } from '#contract/shop/account.ts';
import { fillMailText, type MailName, mailParagraphs } from '#contract/studio/mails.ts';
import { firstContent } from '../content/first-content.ts';
import type { Letterhead } from './letterhead.ts';

/** The words of mails that the studio may write itself, and whom they greet. */

/**
 * The account that a mail greets. The name of an account that isn't approved is left out, because a stranger
 * may have written any text there and sent it to any address.
 */
export interface Greeted {
  readonly firstName: string;
  readonly status: AccountStatus;
}

export function greetedName({ firstName, status }: Greeted): string {
  return status === 'approved' ? firstName : '';
}

/** A mail's subject and paragraphs in the studio's words, then `more` paragraphs of the shop's own. */
export function wording(
  head: Letterhead,
  mail: MailName,
  values: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): { subject: string; paragraphs: string[] } {
  const { subject, text } = head.mails?.[mail] ?? firstContent.mails[mail];
  const filled = { shop: head.studioName, ...values };
  return {
    subject: fillMailText(subject, filled),
    paragraphs: [...mailParagraphs(fillMailText(text, filled)), ...more],
  };
}
