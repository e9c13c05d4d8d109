import type { Reader, Transaction } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { maxAttempts } from '../platform/mail/outbox.ts';

type Outcome = Tables['newsletterMails']['outcome'];

/**
 * Records how the mails of a newsletter ended since the last time: the outbox forgets sent ones after some days, and
 * failed ones after some weeks.
 */
export async function settleMails(tx: Transaction, id: string): Promise<void> {
  const record = async (outcome: Outcome, mailIds: readonly string[]) => {
    if (mailIds.length === 0) return;
    await tx
      .updateTable('newsletterMails')
      .set({ outcome })
      .where('newsletterId', '=', id)
      .where('mailId', 'in', mailIds)
      .execute();
  };
  const waiting = await tx
    .selectFrom('newsletterMails')
    .leftJoin('mailOutbox', 'mailOutbox.id', 'mailId')
    .select(['mailId', 'mailOutbox.id', 'sentAt', 'attempts', 'roundsLeft'])
    .where('newsletterId', '=', id)
    .where('outcome', 'is', null)
    .execute();
  const idsOf = (rows: typeof waiting) => rows.map(({ mailId }) => mailId);
  await record('sent', idsOf(waiting.filter(({ sentAt }) => sentAt !== null)));
  await record('withdrawn', idsOf(waiting.filter((mail) => mail.id === null)));
  const isRefused = ({ sentAt, attempts, roundsLeft }: (typeof waiting)[number]) =>
    sentAt === null && roundsLeft === 0 && (attempts ?? 0) >= maxAttempts;
  await record('refused', idsOf(waiting.filter(isRefused)));
}

/** How many mails of a newsletter ended in each way, or wait; `since`: of those queued from then on. */
export async function countOutcomes(reader: Reader, id: string, since = '') {
  const rows = await reader
    .selectFrom('newsletterMails')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
    .where('newsletterId', '=', id)
    .where('queuedAt', '>=', since)
    .groupBy('outcome')
    .execute();
  const count = (wanted: Outcome) =>
    Number(rows.find(({ outcome }) => outcome === wanted)?.count ?? 0);
  return { sent: count('sent'), refused: count('refused'), waiting: count(null) };
}
