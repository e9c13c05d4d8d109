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
import { type InboxRead, readSetting, writeSetting } from '../platform/settings/settings.ts';
import { answeredBy, takeMail } from './take-mail.ts';

/** How often to look for new mails. */
const everyMs = 30_000;
const backoff = { firstMs: 60_000, longestMs: 1_800_000 };
/** A message with its pictures, as mails encode them; larger ones stay in the mailbox. */
const maxBytes = 64 * 1024 ** 2;
const mostTries = 3;
/** How often to store that the inbox was read to its end. */
const timeEveryMs = 900_000;

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
 * looked at once, and one that can't be fetched three times. @throws if the mailbox, the database or the file store is away
 */
export function readInbox(services: Services, inbox: MailInbox, stop: AbortSignal): Promise<void> {
  return withMailbox(inbox, async (mailbox) => {
    const { read } = services.database;
    const { value } = await readSetting(read, 'inboxRead');
    const { value: completeAt } = await readSetting(read, 'inboxCompleteAt');
    const named = {
      mailbox: `${inbox.user}@${inbox.host}/${inbox.folder}`,
      validity: mailbox.validity,
    };
    const isKnown = value?.mailbox === named.mailbox && value.validity === named.validity;
    const first = isKnown ? value.last : 0;
    const tried = isKnown ? value.trying : null;
    const save = (last: number, trying: Required<InboxRead>['trying']) =>
      makeChange(services, (change) =>
        writeSetting(change, 'inboxRead', { ...named, last, trying }),
      );
    const saveTime = () =>
      makeChange(services, (change) =>
        writeSetting(change, 'inboxCompleteAt', change.now.toISOString()),
      );
    if (completeAt === null) await saveTime();

    let last = first;
    for (const number of await mailbox.after(first, { isUnreadOnly: !isKnown })) {
      if (stop.aborted) return;
      const tries = tried?.number === number ? tried.tries : 0;
      if (tries < mostTries) {
        // Before it is read: a mail may be what kills the shop.
        await save(last, { number, tries: tries + 1 });
        const before = last;
        if (await takeOne(services, mailbox, number, () => save(before, null))) {
          await mailbox.markRead(number);
        }
      } else services.log.warn({ number }, 'a mail in the inbox can’t be read, so it stays there');
      last = number;
    }
    if (!isKnown || last > first || mailbox.last > last) {
      await save(Math.max(mailbox.last, last), null);
    }
    const age = services.clock().getTime() - Date.parse(completeAt ?? '');
    if (age >= timeEveryMs) await saveTime();
  });
}

/** Returns whether it was an answer. `uncount`: it isn't the mail's fault that it couldn't be taken. */
async function takeOne(
  services: Services,
  mailbox: OpenMailbox,
  number: number,
  uncount: () => Promise<void>,
): Promise<boolean> {
  const about = await answeredBy(services.database.read, await mailbox.answers(number, maxBytes));
  const bytes = about && (await mailbox.read(number));
  if (!about || !bytes) return false;
  try {
    return await takeMail(services, about, await readMail(bytes));
  } catch (error) {
    const isAway =
      isStorageFailure(error) ||
      (error instanceof Problem && error.code === 'UNAVAILABLE') ||
      (await areFilesAway(services.files));
    if (isAway) {
      await uncount();
      throw error;
    }
    services.log.warn({ err: error }, 'a mail in the inbox can’t be read, so it stays there');
    return false;
  }
}
