import { setImmediate as immediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeChange } from '#server/platform/database/change.ts';
import { type Database, DatabaseUnavailable } from '#server/platform/database/open.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import { whileLeased } from '#server/platform/jobs/lease.ts';
import { runAlone } from '#server/platform/jobs/run-alone.ts';
import { failedMails, retryFailedMails } from '#server/platform/mail/failed-mails.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import {
  type ClaimedMail,
  mailWork,
  recordFailed,
  recordSent,
} from '#server/platform/mail/outbox.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';

/** Background work of two processes with one database: it is done once, and taken over from one that died. */

/** Another process has taken over by then. */
const takenOverMs = 60_000;
/** Of a process that died, and renews nothing. */
const never = 1_000_000_000;
const often = 2;
/** How often the mailer looks. */
const pollMs = 2000;

let here: TestServices;
let there: TestServices;

beforeEach(async () => {
  here = await makeServices();
  const database = await openAgain(here.env.dataDir);
  atEndOfFile(() => database.close());
  there = { ...here, database };
});

/** Work that goes on until it is ended, like that of a process that died without ending it. */
function endlessWork() {
  const [begun, ended] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()];
  const work = async (lost: AbortSignal) => {
    begun.resolve(lost);
    await ended.promise;
  };
  return { work, begun: begun.promise, end: ended.resolve };
}

describe('work under one name', () => {
  test('is done by one process at a time', async () => {
    const { work, begun, end } = endlessWork();
    const first = runAlone(here, 'cleaning', work);
    await begun;

    const others = await Promise.all(
      [there, here, there].map((services) => runAlone(services, 'cleaning', async () => {})),
    );
    const another = await runAlone(there, 'counting', async () => {});
    end();

    expect(others).toEqual([false, false, false]);
    expect(another).toBe(true);
    expect(await first).toBe(true);
    expect(await runAlone(there, 'cleaning', async () => {})).toBe(true);
  });

  test('begins in one of two processes that want it at once', async () => {
    const { work, begun, end } = endlessWork();
    const both = [here, there].map((services) => runAlone(services, 'cleaning', work));
    await begun;
    const loser = await Promise.race(both);
    end();

    expect(loser).toBe(false);
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
  });

  test('is taken over within a minute from a process that died', async () => {
    const { work, begun, end } = endlessWork();
    const dead = runAlone(here, 'cleaning', work, { renewMs: never });
    await begun;
    here.pass(takenOverMs);

    const isTaken = await runAlone(there, 'cleaning', async () => {});
    end();
    await dead;

    expect(isTaken).toBe(true);
  });

  test('is done again in time though the clock was ahead when it was done', async () => {
    const everyMs = 24 * 3_600_000;
    const clean = () => runAlone(here, 'cleaning', async () => {}, { everyMs });
    const years = 5 * 365 * everyMs;
    here.pass(years);
    expect(await clean()).toBe(true);
    here.pass(-years);
    expect(await clean()).toBe(true);
    expect(await clean()).toBe(false);
  });

  test('stays with a process that takes long over it', async () => {
    const { work, begun, end } = endlessWork();
    const slow = runAlone(here, 'cleaning', work, { renewMs: often });
    await begun;
    for (let half = 0; half < 4; half += 1) {
      here.pass(takenOverMs / 2);
      const renewedAt = here.clock().toISOString();
      await expect.poll(() => leaseOf('cleaning')).greaterThan(Date.parse(renewedAt));
    }

    const isTaken = await runAlone(there, 'cleaning', async () => {});
    end();
    await slow;

    expect(isTaken).toBe(false);
  });

  test('tells a process that was away for too long that another has begun', async () => {
    const { work, begun, end } = endlessWork();
    const away = runAlone({ ...here, clock: () => new Date(0) }, 'cleaning', work, {
      renewMs: often,
    });
    const lost = await begun;
    const other = endlessWork();
    const second = runAlone(there, 'cleaning', other.work);
    await other.begun;

    await expect.poll(() => lost.aborted).toBe(true);
    end();
    await away;
    const third = await runAlone(here, 'cleaning', async () => {});
    other.end();
    await second;

    expect(third).toBe(false);
  });

  test('that is due once a day is done once a day, whichever process looks', async () => {
    const days: number[] = [];
    for (let hour = 0; hour < 72; hour += 1) {
      for (const services of [here, there]) {
        await runAlone(services, 'daily', async () => days.push(hour), { everyMs: 86_400_000 });
      }
      here.pass(3_600_000);
    }
    expect(days).toEqual([0, 24, 48]);
  });

  test('that succeeded is not done again, even if the database is away just then', async () => {
    const day = 86_400_000;
    const stop = new AbortController().signal;
    let refusals = 0;
    const write: Database['write'] = (work, owner) => {
      if (refusals === 0) return here.database.write(work, owner);
      refusals -= 1;
      return Promise.reject(new DatabaseUnavailable(new Error('ECONNREFUSED')));
    };
    const losing = { ...here, database: { ...here.database, write } };
    const work = async () => {
      refusals = 1;
    };

    expect(await runAlone(losing, 'daily', work, { everyMs: day, stop })).toBe(true);
    here.pass(takenOverMs);

    expect(await runAlone(there, 'daily', work, { everyMs: day, stop })).toBe(false);
  });

  test('that failed is free at once', async () => {
    const failing = runAlone(here, 'daily', () => Promise.reject(new Error('the disk is full')), {
      everyMs: 86_400_000,
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await runAlone(there, 'daily', async () => {})).toBe(true);
  });
});

test.each([
  ['that failed', () => Promise.reject(new Error('the disk is full'))],
  ['that succeeded', async () => {}],
])('work under one name %s says so if it can’t be given back', async (_, work) => {
  const warn = vi.spyOn(here.log, 'warn').mockReturnValue();
  const away = new DatabaseUnavailable(new Error('ECONNREFUSED'));
  const losing = { ...here, database: { ...here.database } };
  const running = runAlone(losing, 'cleaning', () => {
    losing.database.write = () => Promise.reject(away);
    return work();
  });

  await running.catch(() => {});

  expect(warn.mock.calls).toEqual([
    [{ err: away, work: 'cleaning' }, 'recording the end of background work failed'],
  ]);
});

async function leaseOf(name: string): Promise<number> {
  const { expiresAt } = await there.database.read
    .selectFrom('leases')
    .select('expiresAt')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Date.parse(expiresAt);
}

describe('a mail', () => {
  const refused = { problem: 'EENVELOPE 550', isFinal: false, isUnanswered: false };
  const claim = (services: TestServices) => claimNext(services, mailWork());
  const renew = (services: TestServices, mail: ClaimedMail) =>
    makeChange(services, (change) => mailWork().renew(change, mail));

  /** Claims it; throws if it can't. */
  async function claimed(services: TestServices): Promise<ClaimedMail> {
    const mail = await claim(services);
    if (!mail) throw new Error('no mail');
    return mail;
  }

  async function nextAttemptAt(): Promise<string> {
    const row = await there.database.read
      .selectFrom('mailOutbox')
      .select('nextAttemptAt')
      .executeTakeFirstOrThrow();
    return row.nextAttemptAt;
  }

  beforeEach(async () => {
    const upload = await here.files.putUpload(Buffer.from('a picture'));
    const attachments = [{ name: 'picture.jpg', upload }];
    const mail = { recipient: 'ada@shop.example', subject: 's', text: 't', html: 'h', attachments };
    await makeChange(here, (change) => queueMail(change, mail));
  });

  test('is sent within a minute by another process if its sender dies, under the same id', async () => {
    const { id } = await claimed(here);
    const sent: OutgoingMail[] = [];
    const transport = { send: async (mail: OutgoingMail) => void sent.push(mail) };

    for (let ms = 0; ms < takenOverMs; ms += pollMs) {
      await sendNext(there, transport);
      here.pass(pollMs);
    }

    expect(sent.map((mail) => mail.id)).toEqual([id]);
  });

  test('stays with its sender however long the database is away, and again soon after', async () => {
    const mail = await claimed(here);
    for (let outage = 0; outage < 3; outage += 1) {
      here.pass(10 * takenOverMs);
      expect(await claim(there)).toBeNull();
    }
    expect(await renew(here, mail)).toBe(true);

    for (let outage = 0; outage < 3; outage += 1) {
      here.pass(10 * takenOverMs);
      expect(await claim(there)).toBeNull();
    }
    await makeChange(here, (change) => recordSent(change, mail));
    here.pass(takenOverMs);
    expect(await claim(there)).toBeNull();
  });

  test('stays with its sender when staff want failed mails sent now', async () => {
    const first = await claimed(here);
    await makeChange(here, (change) => recordFailed(change, first, refused));
    here.pass(takenOverMs);
    await claimed(here);

    const retried = await makeChange(there, (change) => retryFailedMails(change));

    expect(retried).toBe(0);
    expect(await claim(there)).toBeNull();
  });

  test('that failed for the last time, because its sender died, can be sent again by staff', async () => {
    const mail = await claimed(here);
    await makeChange(here, (change) => recordFailed(change, mail, refused));
    while ((await failedMails(here.database.read, here.clock()))[0]?.nextTryAt) {
      here.pass(7 * 3_600_000);
      await claim(here);
    }
    for (let ms = 0; ms < takenOverMs; ms += pollMs) {
      expect(await claim(there)).toBeNull();
      here.pass(pollMs);
    }

    const retried = await makeChange(there, (change) => retryFailedMails(change));

    expect(retried).toBe(1);
    expect((await claim(there))?.id).toBe(mail.id);
  });

  test('stays with a sender that takes long to read its attachments', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { work, begun, end } = endlessWork();
    const readUpload = async () => {
      await work(new AbortController().signal);
      return null;
    };
    const sending = sendNext(
      { ...here, files: { ...here.files, readUpload } },
      { send: async () => {} },
    );
    await begun;
    here.pass(takenOverMs);

    // Before a round is over, in which others would count it down.
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();

    await expect.poll(nextAttemptAt).toSatisfy((at) => at > here.clock().toISOString());
    end();
    await sending;
  });

  test('that another has taken is not sent by a sender that was away', async () => {
    const sent: OutgoingMail[] = [];
    const transport = { send: async (mail: OutgoingMail) => void sent.push(mail) };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { work, begun, end } = endlessWork();
    const readUpload = async () => {
      await work(new AbortController().signal);
      return null;
    };
    const sending = sendNext({ ...here, files: { ...here.files, readUpload } }, transport);
    await begun;
    for (let ms = 0; ms < takenOverMs; ms += pollMs) {
      await sendNext(there, transport);
      here.pass(pollMs);
    }
    const renewed = vi.spyOn(here.database, 'write');

    await vi.advanceTimersByTimeAsync(10_000);
    await renewed.mock.results[0]?.value;
    await immediate();
    end();
    await sending;

    expect(sent).toHaveLength(1);
  });

  test('stays with a sender whose mail server is slow', async () => {
    const mail = await claimed(here);
    const { work, begun, end } = endlessWork();
    const sending = whileLeased(() => renew(here, mail), work, often);
    await begun;
    here.pass(takenOverMs);
    await expect.poll(nextAttemptAt).toSatisfy((at) => at > here.clock().toISOString());

    expect(await claim(there)).toBeNull();
    end();
    await sending;
  });
});
