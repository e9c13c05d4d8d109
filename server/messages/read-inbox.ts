import { makeChange } from '../platform/database/change.ts';
import { areFilesAway } from '../platform/files/are-files-away.ts';
import { Problem } from '../platform/http/problem.ts';
import { isStorageFailure } from '../platform/http/storage-problem.ts';
import { backoffMs } from '../platform/jobs/backoff.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { runAlone } from '../platform/jobs/run-alone.ts';
import { mailboxProblem, type OpenMailbox, withMailbox } from '../platform/mail/open-mailbox.ts';
import { readMail } from '../platform/mail/read-mail.ts';
import type { MailInbox } from '../platform/mail-inbox.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { takeMail } from './take-mail.ts';

/** How often to look for new mails. */
const everyMs = 30_000;
const backoff = { firstMs: 60_000, longestMs: 1_800_000 };
/** A message with its pictures, as mails encode them; larger ones stay in the mailbox. */
const maxBytes = 64 * 1024 ** 2;

/** Reads answers to the shop's mails until stopped, one process at a time. */
export function startReadingInbox(services: Services, inbox: MailInbox): Job {
  const { clock, log } = services;
  let failures = 0;
  let notBefore = 0;
  return repeat(
    { everyMs },
    async (signal) => {
      if (clock().getTime() < notBefore) return;
      try {
        await runAlone(services, 'mailInbox', (lost) =>
          readInbox(services, inbox, AbortSignal.any([signal, lost])),
        );
        failures = 0;
      } catch (error) {
        failures += 1;
        notBefore = clock().getTime() + backoffMs(failures, backoff);
        throw error;
      }
    },
    // Without the error itself, which may have what was said to the server.
    (error) => log.warn({ problem: mailboxProblem(error) }, 'the mail inbox can’t be read'),
  );
}

/**
 * Takes the answers among the mails that came since the last time, and marks them as read. All others stay as they are; each is
 * looked at once. @throws if the mailbox, the database or the file store is away
 */
export function readInbox(services: Services, inbox: MailInbox, stop: AbortSignal): Promise<void> {
  return withMailbox(inbox, async (mailbox) => {
    const { value } = await readSetting(services.database.read, 'inboxRead');
    const named = {
      mailbox: `${inbox.user}@${inbox.host}/${inbox.folder}`,
      validity: mailbox.validity,
    };
    const isKnown = value?.mailbox === named.mailbox && value.validity === named.validity;
    let last = isKnown ? value.last : 0;
    const save = async (next: number) => {
      last = next;
      await makeChange(services, (change) =>
        writeSetting(change, 'inboxRead', { ...named, last: next }),
      );
    };
    for (const number of await mailbox.after(last, { isUnreadOnly: !isKnown })) {
      if (stop.aborted) return;
      if (await takeOne(services, mailbox, number)) await mailbox.markRead(number);
      await save(number);
    }
    if (!isKnown || mailbox.last > last) await save(Math.max(mailbox.last, last));
  });
}

async function takeOne(services: Services, mailbox: OpenMailbox, number: number): Promise<boolean> {
  const bytes = await mailbox.read(number, maxBytes);
  if (!bytes) return false;
  try {
    return await takeMail(services, await readMail(bytes));
  } catch (error) {
    const isAway =
      isStorageFailure(error) ||
      (error instanceof Problem && error.code === 'UNAVAILABLE') ||
      (await areFilesAway(services.files));
    if (isAway) throw error;
    services.log.warn({ err: error }, 'a mail in the inbox can’t be read, so it stays there');
    return false;
  }
}
