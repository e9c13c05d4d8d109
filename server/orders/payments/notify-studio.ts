import type { Transaction } from '../../platform/database/open.ts';
import type { Env } from '../../platform/env.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { studioRecipients } from '../../platform/mail/studio-recipients.ts';

/** Mails the studio about a payment. */
export async function notifyStudio(
  tx: Transaction,
  env: Env,
  now: Date,
  letter: Letter,
): Promise<void> {
  for (const recipient of await studioRecipients(tx, env)) {
    await queueMail(tx, now, { ...letter, recipient });
  }
}
