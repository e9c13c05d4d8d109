import { type Change, makeChange } from '../database/change.ts';
import type { FileStore } from '../files/file-store.ts';
import { whileLeased } from '../jobs/lease.ts';
import { type Job, repeat } from '../jobs/repeat.ts';
import { untilRecorded } from '../jobs/until-recorded.ts';
import type { Services } from '../services.ts';
import type { MailTransport, OutgoingMail } from './mail-transport.ts';
import {
  type ClaimedMail,
  claimMail,
  recordFailed,
  recordSent,
  renewClaim,
  renewClaimMs,
} from './outbox.ts';

/** Called in a transaction of its own after each failed attempt. */
export type OnFailedMail = (change: Change, mail: ClaimedMail) => Promise<void>;

/** How often to check the outbox. */
const everyMs = 2000;

/**
 * Sends the mail that is due first; returns false if none is. Decision 064 says when a mail may be sent again,
 * which always has the same message id.
 */
export async function sendNext(
  services: Services,
  transport: MailTransport,
  onFailed: OnFailedMail = async () => {},
): Promise<boolean> {
  const { database, clock, log } = services;
  const mail = await claimMail(database, clock());
  if (!mail) return false;
  const problem = await whileLeased(
    () => renewClaim(database, clock(), mail),
    (lost) => send(services, transport, mail, lost),
    renewClaimMs,
  );
  if (problem !== null) {
    log.warn({ mailId: mail.id, attempts: mail.attempts, problem }, 'sending a mail failed');
    const isMine = await recordFailed(database, clock(), mail, problem);
    // Not in the same write, which gets in the way of no other. If it fails, the next attempt tells the studio.
    if (isMine) await makeChange(services, (change) => onFailed(change, mail));
  }
  return true;
}

/** Sends a claimed mail and records that; returns why it wasn't sent, null if it was or mustn't be any more. */
async function send(
  services: Services,
  transport: MailTransport,
  mail: ClaimedMail,
  lost: AbortSignal,
): Promise<string | null> {
  try {
    const outgoing = await withFiles(services.files, mail);
    if (lost.aborted) return null;
    await transport.send(outgoing);
  } catch (error) {
    return mailErrorCodes(error);
  }
  const { database, clock, log } = services;
  // Otherwise it would be sent again.
  await untilRecorded(
    () => recordSent(database, clock(), mail),
    (error) => log.warn({ err: error, mailId: mail.id }, 'recording a sent mail failed'),
  );
  return null;
}

/** Sends mails from the outbox until stopped; `stop` resolves when the current one is done. */
export function startMailer(
  services: Services,
  transport: MailTransport,
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
