import { type Change, makeChange } from '../database/change.ts';
import { TookTooLong } from '../database/in-thread.ts';
import { areFilesAway } from '../files/are-files-away.ts';
import { Problem } from '../http/problem.ts';
import { isStorageFailure } from '../http/storage-problem.ts';
import { type Claim, doNext } from '../jobs/do-next.ts';
import { type Job, repeat } from '../jobs/repeat.ts';
import { createSemaphore } from '../jobs/semaphore.ts';
import type { Services } from '../services/services.ts';
import {
  errorCodes,
  isRefusedForGood,
  MailUnanswered,
  mailProblem,
  unrecorded,
} from './mail-error.ts';
import type { MailTransport, OutgoingMail } from './mail-transport.ts';
import {
  type ClaimedMail,
  giveBackMail,
  type MailKind,
  mailOwner,
  mailWork,
  maxUnanswered,
  recordFailed,
  recordSent,
} from './outbox.ts';

/** Called in a transaction of its own after each failed attempt. */
export type OnFailedMail = (
  change: Change,
  mail: ClaimedMail,
  failure: Pick<Failure, 'problem' | 'isFinal'>,
) => Promise<void>;

/** Draws the receipt or credit note of an order or refund; null if it has none. */
export type DrawPaper = (paperOf: string) => Promise<OutgoingMail['attachments'][number] | null>;

/** How often drawing a paper may take too long before its mail goes out without it. */
const maxLate = 3;

/** How often to check the outbox. */
const everyMs = 2000;

/** Which mails are sent, if not all, and what sends each of them one at a time with others. */
interface Share {
  readonly kind?: MailKind;
  readonly inTurn?: <T>(work: () => Promise<T>) => Promise<T>;
  readonly drawPaper?: DrawPaper | undefined;
}

/** Why a mail wasn't sent. */
export interface Failure {
  /** Codes and words, as `mailProblem` has them. */
  readonly problem: string;
  /** Whether no file can be read or no paper drawn, and not only its own. */
  readonly isOutage: boolean;
  /** Whether it isn't tried again: the mail server refused it, never answers, or took it and the database refuses to record that. */
  readonly isFinal: boolean;
  /** Whether it was sent as a whole and never answered. */
  readonly isUnanswered: boolean;
}

type MailerServices = Pick<Services, 'database' | 'clock' | 'log' | 'files'>;

/**
 * Sends the mail that is due first; returns false if none is, or if files can't be read. Decision 064 says when a mail
 * may be sent again, which always has the same message id. An outage of the file store uses up no attempt.
 */
export async function sendNext(
  services: MailerServices,
  transport: MailTransport,
  onFailed: OnFailedMail = async () => {},
  { kind, inTurn = (work) => work(), drawPaper }: Share = {},
): Promise<boolean> {
  const ended: { failed: readonly [ClaimedMail, Failure] | null; isOutage: boolean } = {
    failed: null,
    isOutage: false,
  };
  const isFound = await doNext(services, mailWork(kind), async (mail, claim) => {
    const outgoing = await withFiles(services, mail, drawPaper);
    const failure =
      'problem' in outgoing
        ? outgoing
        : await inTurn(() => send(services, transport, outgoing, claim));
    if (failure === null) return null;
    const { problem, isOutage } = failure;
    services.log.warn(
      { mailId: mail.id, attempts: mail.attempts, problem },
      'sending a mail failed',
    );
    if (isOutage) {
      ended.isOutage = true;
      // Once: another process may have claimed the mail with the same attempt number when it is tried again.
      await makeChange(services, (change) => giveBackMail(change, mail, problem), mailOwner);
      return null;
    }
    return async (change) => {
      const isMine = await recordFailed(change, mail, failure);
      ended.failed = isMine ? [mail, failure] : null;
    };
  });
  const { failed, isOutage } = ended;
  // Not in the same write, which gets in the way of no other. If it fails, the next attempt tells the studio.
  if (failed) await makeChange(services, (change) => onFailed(change, ...failed));
  return isFound && !isOutage;
}

/** Sends a claimed mail and records that; returns why it wasn't sent, null if it was or mustn't be any more. */
async function send(
  { log }: MailerServices,
  transport: MailTransport,
  mail: OutgoingMail,
  { lost, record }: Claim,
): Promise<Failure | null> {
  if (lost.aborted) return null;
  try {
    await transport.send(mail);
  } catch (error) {
    const isUnanswered = error instanceof MailUnanswered;
    const isFinal = isUnanswered ? mail.unanswered + 1 >= maxUnanswered : isRefusedForGood(error);
    return { problem: mailProblem(error), isOutage: false, isFinal, isUnanswered };
  }
  try {
    // However long it takes: otherwise it would be sent again.
    await record((change) => recordSent(change, mail));
    return null;
  } catch (error) {
    log.error({ err: error, mailId: mail.id }, 'the database refuses to record a sent mail');
    const problem = `${unrecorded} ${errorCodes(error)}: the mail server took it`;
    return { problem, isOutage: false, isFinal: true, isUnanswered: false };
  }
}

/**
 * Sends mails from the outbox until stopped, one after the other; `stop` resolves when the current one is done. Those
 * without attachments don't wait while the attachments of another are read.
 */
export function startMailer(
  services: Services,
  transport: MailTransport,
  onFailed?: OnFailedMail,
  drawPaper?: DrawPaper,
): Job {
  const inTurn = createSemaphore(1);
  const senders = (['plain', 'with files'] as const).map((kind) =>
    repeat(
      { everyMs },
      async (signal) => {
        while (
          !signal.aborted &&
          (await sendNext(services, transport, onFailed, { kind, inTurn, drawPaper }))
        );
      },
      (error) => services.log.error({ err: error }, 'mail outbox failed'),
    ),
  );
  return {
    async stop() {
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}

/**
 * Reads the attachments. Leaves out files that were deleted along with what they belonged to, and a paper that can't be
 * drawn: its letter leads to it too.
 */
async function withFiles(
  services: MailerServices,
  mail: ClaimedMail,
  drawPaper: DrawPaper = async () => null,
): Promise<OutgoingMail | Failure> {
  const attachments: { name: string; bytes: Uint8Array }[] = [];
  try {
    for (const { name, upload } of mail.attachments) {
      const bytes = await services.files.readUpload(upload);
      if (bytes) attachments.push({ name, bytes });
    }
  } catch (error) {
    const problem = `attachments ${errorCodes(error)}`;
    const isOutage = await areFilesAway(services.files);
    return { problem, isOutage, isFinal: false, isUnanswered: false };
  }
  try {
    const paper = mail.paperOf === null ? null : await drawPaper(mail.paperOf);
    if (paper) attachments.push(paper);
  } catch (err) {
    const isLate = err instanceof TookTooLong && mail.attempts < maxLate;
    const isOutage =
      isStorageFailure(err) || (err instanceof Problem && err.code === 'UNAVAILABLE');
    if (isLate || isOutage) {
      return { problem: `paper ${errorCodes(err)}`, isOutage, isFinal: false, isUnanswered: false };
    }
    services.log.warn({ err, mailId: mail.id }, 'a mail goes out without its paper');
  }
  return { ...mail, attachments };
}
