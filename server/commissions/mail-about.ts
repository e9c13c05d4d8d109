import type { ThreadKind } from '#contract/shop/thread.ts';
import type { Change } from '../platform/database/change.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { type QueuedMail, queueMail } from '../platform/mail/queue-mail.ts';
import { studioRecipients } from '../platform/mail/studio-recipients.ts';

/** What a mail is about: a request, an order, or a thread about a design. */
interface MailAbout {
  readonly kind: ThreadKind;
  readonly id: string;
}

/** Mails a buyer about something. Answers go to the inbox that the shop reads, if it has one, or else to the studio. */
export async function mailAbout(
  change: Change,
  mailSettings: MailSettings,
  { kind, id: aboutId }: MailAbout,
  mail: Omit<QueuedMail, 'replyTo'>,
): Promise<void> {
  const { tx, now } = change;
  const { mailInbox } = mailSettings;
  const [studio] = await studioRecipients(tx, mailSettings);
  const replyTo = mailInbox?.address ?? studio;
  const id = await queueMail(change, { ...mail, ...(replyTo !== undefined && { replyTo }) });
  if (mailInbox === null) return;
  const row = { id, kind, aboutId, createdAt: now.toISOString() };
  await tx.insertInto('threadMails').values(row).execute();
}
