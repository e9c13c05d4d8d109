import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeDueBackup, requestBackup } from '#server/operations/backups/backup-run.ts';
import { runView } from '#server/operations/backups/data-view.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { dieDuringBackup, failureMails, runOf, wholeNames } from '#tests/support/backup-state.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

/** A backup whose process was killed is made by another one, unless it keeps killing them. */

const hour = 3_600_000;
const day = 24 * hour;
/** Another process takes work over within a minute of a death; it looks every two seconds. */
const takenOverMs = 58_000;
const signal = new AbortController().signal;

let services: TestServices;

beforeEach(async () => {
  services = await makeServices();
});

const request = () => makeAuditedChange(services, 'mia', requestBackup);

function look(mayBeNightly: boolean) {
  return makeDueBackup(services, { mayBeNightly, signal });
}

const lookAndDie = (mayBeNightly: boolean) => dieDuringBackup(services, { mayBeNightly });

test('one that staff requested is made by another process within a minute', async () => {
  await request();
  await lookAndDie(false);
  expect(await look(false)).toBeNull();
  services.pass(takenOverMs);

  const made = await look(false);

  expect(made?.name).toMatch(/-wanted$/);
  const lines = await services.database.read
    .selectFrom('auditLines')
    .select(['actorId', 'subjectId'])
    .execute();
  expect(lines).toEqual([{ actorId: 'mia', subjectId: made?.name }]);
  expect(await failureMails(services)).toEqual([]);
});

test('a nightly one is made by another process within a minute, even soon after its start', async () => {
  await lookAndDie(true);
  services.pass(takenOverMs);

  const made = await look(false);

  expect(await wholeNames(services)).toEqual([made?.name]);
  expect(made?.name).toMatch(/-nightly$/);
});

test('until another process makes it, it counts as requested', async () => {
  const asked = await request();
  await lookAndDie(false);
  services.pass(takenOverMs);

  expect(runView(await runOf(services), services.clock())).toMatchObject({ state: 'wanted' });
  expect((await request()).actorId).toBe(asked.actorId);
  expect(await runOf(services)).toMatchObject({ state: 'running' });
});

test('one that killed three processes waits for the next night, and the studio is notified once', async () => {
  for (let death = 0; death < 3; death += 1) {
    await lookAndDie(true);
    services.pass(takenOverMs);
  }

  expect(await Promise.all([look(true), look(true)])).toEqual([null, null]);
  services.pass(hour);
  expect(await look(true)).toBeNull();

  expect(runView(await runOf(services), services.clock())).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^It was ended 3 times, each time with the shop’s process\./),
    retry: 'night',
  });
  expect(await failureMails(services)).toMatchObject([
    { text: expect.stringContaining('the shop tries again tonight.') },
  ]);
  services.pass(day);
  expect(await look(true)).not.toBeNull();
});

test('staff can request one again that killed three processes', async () => {
  for (let death = 0; death < 3; death += 1) {
    await lookAndDie(true);
    services.pass(takenOverMs);
  }
  await look(false);

  await request();

  expect(await look(false)).not.toBeNull();
  expect(await runOf(services)).toMatchObject({ state: 'done', problem: null });
});

test('one that was given up while it is being made stops, and stays given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let death = 0; death < 2; death += 1) {
    await lookAndDie(true);
    services.pass(takenOverMs);
  }
  const { database } = services;
  const slow: typeof database = {
    ...database,
    async copyTo(path) {
      services.pass(takenOverMs);
      expect(await look(false)).toBeNull();
      vi.advanceTimersByTime(1000);
      await services.written();
      await database.copyTo(path);
    },
  };

  const making = makeDueBackup({ ...services, database: slow }, { mayBeNightly: true, signal });

  await expect(making).rejects.toThrow('Another process has taken over this work, or ended it.');
  expect(await runOf(services)).toMatchObject({ state: 'failed', killed: 3 });
  expect(await wholeNames(services)).toEqual([]);
  expect(await failureMails(services)).toHaveLength(1);
});
