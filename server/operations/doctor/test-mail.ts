import { newId } from '../../platform/database/new-id.ts';
import { writeLetter } from '../../platform/mail/letter.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import { impatientMs, mailTransport } from '../../platform/mail/mail-transport.ts';
import type { Services } from '../../platform/services/services.ts';

/** Sends a mail now, past the outbox, to see whether it is taken. Rejects with the mail server's refusal. */
export async function sendTestMail(
  { database, env, clock }: Pick<Services, 'database' | 'env' | 'clock'>,
  recipient: string,
): Promise<void> {
  const now = clock();
  const letter = writeLetter(await letterhead(database.read, env), {
    subject: 'Test e-mail from your shop',
    paragraphs: ['This e-mail arrived, so the shop can send e-mails.'],
    action: { label: 'Open the health check', path: '/studio/health' },
  });
  await mailTransport(env, { answerMs: impatientMs }).send({
    ...letter,
    id: newId(now),
    recipient,
    createdAt: now.toISOString(),
    news: null,
    replyTo: null,
    unsubscribeUrl: null,
    attachments: [],
    attempts: 1,
    unanswered: 0,
  });
}
