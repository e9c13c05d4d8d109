import { setImmediate as immediate } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { runCommand } from '#server/operations/run-command.ts';
import type { Database } from '#server/platform/database/open.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import { pushWork } from '#server/platform/push/push-outbox.ts';
import { pushNext } from '#server/platform/push/pusher.ts';
import { pushes } from '#server/pushes.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { call } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { choosePush } from '#tests/support/pushes.ts';
import { signUp } from '#tests/support/sign-up.ts';

/** Two processes with one database, of which the first can't reach it for a while; a push is due. */

const leaseMs = 40_000;
const hour = 3_600_000;
const lastAttempt = 6;

let here: TestServices;
let there: TestServices;
let sentBy: string[];

beforeEach(async () => {
  here = await makeServices();
  const database = await openAgain(here.env.dataDir);
  atEndOfFile(() => database.close());
  there = { ...here, database };
  sentBy = [];
  const app = createApp(here);
  const { token } = await signUp(here);
  await call(app, 'customsNews', { token, body: { isWanted: true } });
  await choosePush(app, token, 'customs', 'phone');
  await runCommand(here, ['customs', 'on']);
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

const sendBy = (process: string) => async () => {
  sentBy.push(process);
  return 'sent' as const;
};

/** Lets this time pass for both processes, and runs what is due by then if timers are fake. */
function pass(milliseconds: number): void {
  here.pass(milliseconds);
  vi.advanceTimersByTime(milliseconds);
}

/** Pushes to buyers. Runs `meanwhile` before each is written. */
function writtenAfter(meanwhile: () => Promise<unknown>): typeof pushes {
  return {
    ...pushes,
    async write(...given) {
      await meanwhile();
      return pushes.write(...given);
    },
  };
}

/** What happens while the first process can't reach the database, and so doesn't renew its lease. */
async function outage(): Promise<void> {
  pass(leaseMs);
  await pushNext(there, pushes, sendBy('there'));
}

test('a push that another process took during an outage is sent by that one only', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });

  await pushNext(here, writtenAfter(outage), sendBy('here'));

  expect(sentBy).toEqual(['there']);
});

test('nor is it sent by one that learns of its claim only after the outage', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let isAway = true;
  const write: Database['write'] = async (work, owner) => {
    const written = await here.database.write(work, owner);
    if (isAway) {
      isAway = false;
      await outage();
    }
    return written;
  };
  const database = { ...here.database, write };

  await pushNext({ ...here, database }, pushes, sendBy('here'));

  expect(sentBy).toEqual(['there']);
});

test('a push whose lease ended during an outage is sent once it is taken again, at no cost of an attempt', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const late = writtenAfter(async () => pass(leaseMs));

  await pushNext(here, late, sendBy('here'));

  const left = await here.database.read.selectFrom('pushes').select('attempts').execute();
  expect([sentBy, left]).toEqual([[], [{ attempts: 0 }]]);
  await pushNext(there, pushes, sendBy('there'));
  expect(sentBy).toEqual(['there']);
});

test('a push whose sender dies in its last attempt is sent by the other process', async () => {
  for (let attempt = 1; attempt < lastAttempt; attempt += 1) {
    await pushNext(here, pushes, async () => 'failed');
    here.pass(hour);
  }
  expect(await claimNext(here, pushWork(pushes.tables))).toMatchObject({ attempts: lastAttempt });
  here.pass(leaseMs);

  await pushNext(there, pushes, sendBy('there'));

  expect(sentBy).toEqual(['there']);
});

test('a push that takes long to write is sent by the process that renews its lease', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const renewed = vi.spyOn(here.database, 'write');
  const slow = writtenAfter(async () => {
    renewed.mockClear();
    // In steps: a renewal that takes 35 s to be answered would be an outage.
    for (let passed = 0; passed < leaseMs - 5000; passed += 5000) {
      pass(5000);
      await renewed.mock.results.at(-1)?.value;
      await immediate();
    }
  });

  await pushNext(here, slow, sendBy('here'));

  expect(sentBy).toEqual(['here']);
});
