import type { Transaction } from '../database/open.ts';
import type { Env } from '../env.ts';
import type { Letter } from '../mail/letter.ts';
import { queueMail } from '../mail/outbox.ts';
import { studioRecipients } from '../mail/studio-recipients.ts';

/** Mails something about a payment to the studio. */
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
