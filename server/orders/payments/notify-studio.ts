import type { Change } from '../../platform/database/change.ts';
import type { Env } from '../../platform/env.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { studioRecipients } from '../../platform/mail/studio-recipients.ts';

/** Mails the studio about a payment. */
export async function notifyStudio(change: Change, env: Env, letter: Letter): Promise<void> {
  const { tx } = change;
  for (const recipient of await studioRecipients(tx, env)) {
    await queueMail(change, { ...letter, recipient });
  }
}
