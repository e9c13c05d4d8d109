import { handOverRequests } from '../commissions/hand-over-requests.ts';
import { endThreadLinks } from '../messages/thread-links.ts';
import type { Transaction } from '../platform/database/open.ts';
import { withdrawMails } from '../platform/mail/queue-mail.ts';

/**
 * Ends what an account's mailbox can still do once another e-mail, already stored, has replaced it: newsletters and links,
 * and mails about requests sent with it or, if given, since an instant (ISO 8601). `leftKey`: its `emailKey`.
 */
export async function leaveMailbox(
  tx: Transaction,
  accountId: string,
  leftKey: string,
  since?: string,
): Promise<void> {
  // The consent is for the old address.
  await withdrawMails(tx, 'letters', accountId);
  await handOverRequests(tx, accountId, leftKey, since);
  await endThreadLinks(tx, accountId);
}
