import { studioRequestPath } from '#contract/studio/commissions.ts';
import { type Letter, writeLetter } from '../platform/mail/letter.ts';
import type { Letterhead } from '../platform/mail/letterhead.ts';

/** A request as it was sent. */
export interface SentRequest {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly designType: string;
  readonly description: string;
  readonly pictures: number;
}

/** The mail to the studio about a request for a custom design. The pictures are attached. */
export function customRequestLetter(head: Letterhead, request: SentRequest): Letter {
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

/** The mail to the studio that an approved buyer asks for a yearly licence. */
export function yearlyRequestLetter(
  head: Letterhead,
  { id, name, email, description }: Pick<SentRequest, 'id' | 'name' | 'email' | 'description'>,
): Letter {
  return writeLetter(head, {
    subject: `${name} asks for a yearly licence`,
    paragraphs: [
      `${name} asks for a yearly licence:`,
      ...linesOf(description),
      'Open the request to send a quote with a price and a year. Reply to this e-mail to answer them.',
    ],
    rows: [['From', email]],
    action: { label: 'Open the request', path: studioRequestPath(id) },
  });
}

const whatIsNext = [
  'What happens next: we read your request and send you a quote or a question. Nothing is drawn or charged before you accept a quote.',
  'Once it is paid, a design usually takes about a week, and at most 14 days.',
];

/** The mail to somebody whose address is known to be theirs, with a copy of their request. */
export function requestCopy(
  head: Letterhead,
  { name, designType, description, pictures }: SentRequest,
  path: string,
): Letter {
  return writeLetter(head, {
    subject: requestSubject(head),
    paragraphs: [
      `Hello ${name},`,
      'Thank you for your custom request. Here is what you sent:',
      ...linesOf(description),
      ...whatIsNext,
    ],
    rows: [
      ['Design type', designType],
      ['Pictures', pictures === 0 ? 'none' : String(pictures)],
    ],
    action: { label: 'Open your request', path },
  });
}

/** The mail to an address that was only typed: nothing in it is its sender's. */
export function linkLetter(head: Letterhead, path: string): Letter {
  return writeLetter(head, {
    subject: requestSubject(head),
    paragraphs: [
      'Hello,',
      'Somebody sent us a custom request with this e-mail address. If it was you, the button opens it, and shows you what becomes of it. Please don’t pass the link on.',
      ...whatIsNext,
      'If it wasn’t you, you can ignore this e-mail.',
    ],
    action: { label: 'Open your request', path },
  });
}

function requestSubject({ studioName }: Letterhead): string {
  return `Your custom request to ${studioName}`;
}

/** The mail to the studio that a buyer accepted a design, or wants changes. */
export function buyerAnswered(
  head: Letterhead,
  { id, name, did }: { readonly id: string; readonly name: string; readonly did: string },
): Letter {
  return writeLetter(head, {
    subject: `${name} ${did} your design`,
    paragraphs: [`${name} ${did} the custom design that you delivered.`],
    action: { label: 'Open the request', path: studioRequestPath(id) },
  });
}

/** The lines that aren't empty, each a paragraph of the mail. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
