import { beforeEach, describe, expect, test } from 'vitest';
import { makeChange } from '#server/platform/database/change.ts';
import { whileLeased } from '#server/platform/jobs/lease.ts';
import { runAlone } from '#server/platform/jobs/run-alone.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { claimMail, queueMail, renewClaim } from '#server/platform/mail/outbox.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';

/** Background work of two processes with one database: it is done once, and taken over from one that died. */

/** Another process has taken over by then. */
const takenOverMs = 60_000;
/** Of a process that died, and renews nothing. */
const never = 1_000_000_000;
const often = 2;

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

  test('that failed is free at once', async () => {
    const failing = runAlone(here, 'daily', () => Promise.reject(new Error('the disk is full')), {
      everyMs: 86_400_000,
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await runAlone(there, 'daily', async () => {})).toBe(true);
  });
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
  beforeEach(async () => {
    const mail = { recipient: 'ada@shop.example', subject: 's', text: 't', html: 'h' };
    await makeChange(here, (change) => queueMail(change, mail));
  });

  test('is sent within a minute by another process if its sender dies, under the same id', async () => {
    const claimed = await claimMail(here.database, here.clock());
    const sent: OutgoingMail[] = [];
    const transport = { send: async (mail: OutgoingMail) => void sent.push(mail) };
    expect(await sendNext(there, transport)).toBe(false);
    here.pass(takenOverMs);
    await sendNext(there, transport);
    await sendNext(there, transport);

    expect(sent.map(({ id }) => id)).toEqual([claimed?.id]);
  });

  test('stays with a sender whose mail server is slow', async () => {
    const claimed = await claimMail(here.database, here.clock());
    if (!claimed) throw new Error('no mail');
    const { work, begun, end } = endlessWork();
    const sending = whileLeased(
      () => renewClaim(here.database, here.clock(), claimed),
      work,
      often,
    );
    await begun;
    here.pass(takenOverMs);
    await expect
      .poll(async () => {
        const row = await there.database.read
          .selectFrom('mailOutbox')
          .select('nextAttemptAt')
          .executeTakeFirstOrThrow();
        return row.nextAttemptAt > here.clock().toISOString();
      })
      .toBe(true);

    expect(await claimMail(there.database, there.clock())).toBeNull();
    end();
    await sending;
  });
});
