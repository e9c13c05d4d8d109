import type { FileStore } from '../files/file-store.ts';
import { whileLeased } from '../jobs/lease.ts';
import { type Job, repeat } from '../jobs/repeat.ts';
import type { Services } from '../services.ts';
import { type MailTransport, mailTransport, type OutgoingMail } from './mail-transport.ts';
import {
  type ClaimedMail,
  claimMail,
  type OnFailedMail,
  recordFailed,
  recordSent,
  renewClaim,
} from './outbox.ts';

/** How often to check the outbox. */
const everyMs = 2000;
/** How often to try to record that a mail was accepted. Each try waits up to ten seconds for the database. */
const recordTries = 30;

/**
 * Sends the mail that is due first; returns false if none is. A mail is sent once, unless this process dies
 * between the mail server's acceptance and the record of it: then another sends it again with the same message
 * id (decision 063).
 */
export async function sendNext(
  services: Services,
  transport: MailTransport,
  onFailed: OnFailedMail = async () => {},
): Promise<boolean> {
  const { database, clock, log } = services;
  const mail = await claimMail(database, clock());
  if (!mail) return false;
  let isAccepted = false;
  try {
    const outgoing = await withFiles(services.files, mail);
    await whileLeased(
      () => renewClaim(database, clock(), mail),
      async () => {
        await transport.send(outgoing);
        isAccepted = true;
        await recordAccepted(services, mail);
      },
    );
  } catch (error) {
    if (isAccepted) throw error;
    const problem = mailErrorCodes(error);
    log.warn({ mailId: mail.id, attempts: mail.attempts, problem }, 'sending a mail failed');
    await recordFailed(database, clock(), mail, problem, onFailed);
  }
  return true;
}

/** Records that the mail server accepted a mail. It would be sent again if this failed because the database is away for a while. */
async function recordAccepted(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  mail: ClaimedMail,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await recordSent(database, clock(), mail);
    } catch (error) {
      if (tries === recordTries) throw error;
    }
  }
}

/** Sends mails from the outbox until stopped; `stop` resolves when the current one is done. */
export function startMailer(
  services: Services,
  transport: MailTransport = mailTransport(services.env),
  onFailed?: OnFailedMail,
): Job {
  return repeat(
    { everyMs },
    async (signal) => {
      while (!signal.aborted && (await sendNext(services, transport, onFailed)));
    },
    (error) => services.log.error({ err: error }, 'mail outbox failed'),
  );
}

/** Reads the attachments. Leaves out files that were deleted along with what they belonged to. */
async function withFiles(files: FileStore, mail: ClaimedMail): Promise<OutgoingMail> {
  const attachments: { name: string; bytes: Uint8Array }[] = [];
  for (const { name, upload } of mail.attachments) {
    const bytes = await files.readUpload(upload);
    if (bytes) attachments.push({ name, bytes });
  }
  return { ...mail, attachments };
}

/** Returns only the error's codes, because a mail server's answer may quote the recipient. */
export function mailErrorCodes(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const parts = [Reflect.get(error, 'code'), Reflect.get(error, 'responseCode')];
  return parts.filter((part) => part !== undefined).join(' ') || error.name;
}
