import type { CommissionState } from '#contract/shop/commission-states.ts';
import type { WantedKind } from '#contract/shop/custom-request.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import type { Change } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { type Letter, writeLetter } from '../platform/mail/letter.ts';
import { answerWords, letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { acceptedBySilence, silenceWords } from './accepted-by-silence.ts';
import { mailAbout } from './mail-about.ts';
import { makeRequestLink } from './request-links.ts';
import type { RequestRow } from './transition.ts';

/** What a mail to a buyer says about the state that their request has come to. */
interface News {
  readonly subject: string;
  readonly text: string;
  readonly label: string;
}

const open = 'Open your request';
const about = (studio: string) => `Your custom request to ${studio}`;
const requestNames: Readonly<Record<WantedKind, string>> = {
  design: 'custom request',
  yearly_licence: 'request for a yearly licence',
};

/** States that only the buyer brings about have none, nor have those whose news are a mail about the payment. */
const newsOf: Partial<Record<CommissionState, (studio: string, request: string) => News>> = {
  received: (studio, request) => ({
    subject: `Your ${request} to ${studio}`,
    text: `Your ${request} is open again.`,
    label: open,
  }),
  quoted: (studio, request) => ({
    subject: `A quote from ${studio}`,
    text: `Here is the quote for your ${request}. The page says what it includes, and until when it is valid.`,
    label: 'See your quote',
  }),
  drawing: (studio) => ({
    subject: about(studio),
    text: 'Your custom design is being drawn.',
    label: open,
  }),
  delivered: (studio) => ({
    subject: `Your custom design from ${studio}`,
    text: 'Your custom design is ready to look at. You can accept it or ask for changes.',
    label: 'See your design',
  }),
  accepted: (studio) => ({
    subject: `Your custom design from ${studio}`,
    text: 'Your custom design is accepted and finished.',
    label: open,
  }),
  declined: (studio, request) => ({
    subject: `Your ${request} to ${studio}`,
    text: `We can’t take your ${request}.`,
    label: open,
  }),
  expired: (studio, request) => ({
    subject: `Your quote from ${studio}`,
    text: `The quote for your ${request} has expired. Reply to this e-mail if you would like a new one.`,
    label: open,
  }),
  closed: (studio, request) => ({
    subject: `Your ${request} to ${studio}`,
    text: `We have closed your ${request}.`,
    label: open,
  }),
};

/**
 * Mails a buyer that their request came to the state of `request`, with `note`, what was said with the move, and a link to
 * its page. Does nothing for a state that needs no mail. Call it with what `transition` returned, in the same change.
 */
export async function tellBuyer(
  change: Change,
  mailSettings: MailSettings,
  request: RequestRow,
  note = '',
): Promise<void> {
  const { tx } = change;
  const head = await letterhead(tx, mailSettings);
  const news = newsOf[request.state]?.(head.studioName, requestNames[request.wants]);
  // Its owner has deleted the account.
  if (!news || request.email === '') return;
  const { subject, text, label } = news;
  const acceptedAt = (await acceptedBySilence(tx, [request.id])).get(request.id);
  await mailBuyer(change, mailSettings, request, (path, isShutOut) =>
    writeLetter(head, {
      subject,
      paragraphs: [
        'Hello,',
        text,
        ...silenceWords(head, acceptedAt),
        ...note.split('\n').filter((line) => line.trim() !== ''),
        ...(isShutOut ? shutOutWords : answerWords(head)),
      ],
      ...(!isShutOut && { action: { label, path } }),
    }),
  );
}

/** To whom the link of a mail is of no use. Answers arrive, by `mailAbout`. */
export const shutOutWords = [
  'You can’t sign in to our shop any more. Please answer this e-mail instead.',
];

/** Whether a buyer can't sign in any more, because their account was rejected. */
export async function hasNoAccess(reader: Reader, accountId: string | null): Promise<boolean> {
  if (accountId === null) return false;
  const account = await reader
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('status', '=', 'rejected')
    .executeTakeFirst();
  return account !== undefined;
}

/**
 * Mails a buyer about their request, with the path of its page: in their account, or for anybody who has the mail. `isShutOut`:
 * they can't open it.
 */
export async function mailBuyer(
  change: Change,
  mailSettings: MailSettings,
  request: Pick<RequestRow, 'id' | 'accountId' | 'email'>,
  write: (path: string, isShutOut: boolean) => Letter,
): Promise<void> {
  const { id, accountId, email } = request;
  const path = accountId === null ? await makeRequestLink(change, id) : ownRequestPath(id);
  const letter = write(path, await hasNoAccess(change.tx, accountId));
  const mail = { ...letter, recipient: email, accountId: accountId ?? undefined };
  await mailAbout(change, mailSettings, { kind: 'request', id }, mail);
}
