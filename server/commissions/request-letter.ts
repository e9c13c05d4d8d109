import { studioRequestPath } from '#contract/studio/commissions.ts';
import { type Letter, writeLetter } from '../platform/mail/letter.ts';
import type { Letterhead } from '../platform/mail/letterhead.ts';

/** The mail to the studio about a request for a custom design. The pictures are attached. */
export function customRequestLetter(
  head: Letterhead,
  request: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly designType: string;
    readonly description: string;
    readonly pictures: number;
  },
): Letter {
  const { id, name, email, designType, description, pictures } = request;
  return writeLetter(head, {
    subject: `Custom request from ${name}`,
    paragraphs: [
      `${name} requested a custom design:`,
      ...linesOf(description),
      'Reply to this e-mail to answer them.',
    ],
    rows: [
      ['Design type', designType],
      ['Pictures', pictures === 0 ? 'none' : `${pictures}, attached`],
      ['From', email],
    ],
    action: { label: 'Open the request', path: studioRequestPath(id) },
  });
}

/** What a reply begins with that greets by itself. */
const greeting = /^\s*(hello|hi|hey|dear|good (morning|afternoon|evening))\b/i;

/** The mail to the sender of a custom request with the studio's reply. */
export function customReply(
  head: Letterhead,
  { name, text }: { readonly name: string; readonly text: string },
): Letter {
  return writeLetter(head, {
    subject: `About your custom request to ${head.studioName}`,
    paragraphs: [
      ...(greeting.test(text) ? [] : [`Hello ${name},`]),
      ...linesOf(text),
      'Reply to this e-mail to answer us.',
    ],
  });
}

/** The lines that aren't empty, each a paragraph of the mail. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
