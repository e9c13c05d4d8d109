import type { AppServices } from '#server/services.ts';
import { byRow } from './open-new-database.ts';

interface Wanted {
  readonly to?: string;
  readonly subject?: RegExp;
}

/** The mails that a shop has queued, sent ones too, in their order: all, or those to an address or with a subject. */
export async function queuedMails(
  { database: { read } }: Pick<AppServices, 'database'>,
  { to, subject = /^/ }: Wanted = {},
) {
  const mails = await read
    .selectFrom('mailOutbox')
    .selectAll()
    .$if(to !== undefined, (found) => found.where('recipient', '=', to ?? ''))
    .orderBy('createdAt')
    // Ids of the same instant have no order.
    .orderBy(byRow(read))
    .execute();
  return mails.filter((mail) => subject.test(mail.subject));
}

/** The text of the newest mail to an address, or with a subject. @throws if there is none */
export async function newestMail(
  services: Pick<AppServices, 'database'>,
  wanted: Wanted,
): Promise<string> {
  const mail = (await queuedMails(services, wanted)).at(-1);
  if (!mail) throw new Error(`no mail of ${JSON.stringify(wanted)}`);
  return mail.text;
}

/** The token of the newest link to undo a change of e-mail that was mailed; empty if that mail has none. */
export async function mailedUndo(services: Pick<AppServices, 'database'>): Promise<string> {
  const text = await newestMail(services, { subject: /a new e-mail$/ });
  return /\?undo-email#token=([\w-]{43})\b/.exec(text)?.[1] ?? '';
}
