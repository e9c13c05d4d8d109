import { contactId, type ThreadKind } from '#contract/shop/thread.ts';
import { linesOf } from '../commissions/request-letter.ts';
import { type Letter, writeLetter } from '../platform/mail/letter.ts';
import { answerWords, type Letterhead } from '../platform/mail/letterhead.ts';
import type { ThreadRow } from './open-thread.ts';

const nouns: Readonly<Record<ThreadKind, string>> = {
  request: 'custom request',
  order: 'order',
  design: 'question about',
};

/** What a thread is about, as its buyer says it: `your order SL-1001`. A subject was typed, so it isn't in it. */
function subjectOf({ kind, title, productId }: Written['thread']): string {
  if (productId === contactId) return 'your message';
  return ['your', nouns[kind], title].filter((word) => word !== '').join(' ');
}

interface Written {
  readonly thread: Pick<ThreadRow, 'kind' | 'title' | 'productId'>;
  readonly text: string;
  /** Of the page where it is answered. */
  readonly path: string;
}

/** The mail to the studio with a buyer's message. The pictures are attached. */
export function messageToStudio(
  head: Letterhead,
  {
    thread,
    name,
    text,
    path,
    pictures,
  }: Written & { readonly name: string; readonly pictures: number },
): Letter {
  const { kind, title, productId } = thread;
  const named = productId === contactId ? `“${title}”` : `${kind} ${title}`;
  const about = kind === 'request' ? 'a custom request' : named;
  return writeLetter(head, {
    subject: `Message from ${name}`,
    paragraphs: [`${name} wrote about ${about}:`, ...linesOf(text)],
    rows: pictures === 0 ? [] : [['Pictures', `${pictures}, attached`]],
    action: { label: 'Answer here', path },
  });
}

/** What a message begins with that greets by itself. */
const greeting = /^\s*(hello|hi|hey|dear|good (morning|afternoon|evening))\b/i;

/** The mail to a buyer with the studio's message. Their name was typed, as the address may be, so it isn't in it. */
export function messageToBuyer(head: Letterhead, { thread, text, path }: Written): Letter {
  return writeLetter(head, {
    subject: `About ${subjectOf(thread)} · ${head.studioName}`,
    paragraphs: [
      ...(greeting.test(text) ? [] : ['Hello,']),
      ...linesOf(text),
      ...answerWords(head),
    ],
    action: { label: 'Answer here', path },
  });
}
