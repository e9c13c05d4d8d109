import { beforeEach, expect, test, vi } from 'vitest';
import { lastBackup } from '#server/operations/backups/backup-places.ts';
import { makeBackupNow, makeDueBackup } from '#server/operations/backups/backup-run.ts';
import { runView } from '#server/operations/backups/data-view.ts';
import { type Database, DatabaseUnavailable } from '#server/platform/database/open.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import { dieDuringBackup, failureMails, runOf, wholeNames } from '#tests/support/backup-state.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

/** A backup whose end doesn't reach the database at once. */

const hour = 3_600_000;
const day = 24 * hour;
const away = new DatabaseUnavailable(new Error('ECONNREFUSED'));
const signal = new AbortController().signal;

let services: TestServices;

beforeEach(async () => {
  services = await makeServices();
});

/** The shop with a database whose writes are `write` once the backup is complete. */
function onceComplete(write: Database['write']): TestServices {
  const { database } = services;
  return {
    ...services,
    database: {
      ...database,
      async write(work, owner) {
        const isComplete = (await wholeNames(services)).length > 0;
        return isComplete ? write(work, owner) : database.write(work, owner);
      },
    },
  };
}

/** The shop whose database loses its answer to the record of a backup, after which `work` is done. */
function withLostAnswer(work: () => Promise<unknown>): TestServices {
  let isLost = false;
  return onceComplete(async (write, owner) => {
    const result = await services.database.write(write, owner);
    if (isLost || (await runOf(services))?.state !== 'done') return result;
    isLost = true;
    await work();
    throw away;
  });
}

const look = (shop: TestServices) => makeDueBackup(shop, { mayBeNightly: true, signal });

function actions() {
  return services.database.read.selectFrom('auditLines').select(['action', 'subjectId']).execute();
}

test('is recorded as soon as the database answers again', async () => {
  const warn = vi.spyOn(services.log, 'warn').mockReturnValue();
  const shop = onceComplete((work, owner) =>
    warn.mock.calls.length === 0 ? Promise.reject(away) : services.database.write(work, owner),
  );

  const made = await look(shop);

  expect(await wholeNames(services)).toEqual([made?.name]);
  expect(await runOf(services)).toMatchObject({ state: 'done', problem: null });
  expect(await actions()).toEqual([{ action: 'backup.made', subjectId: made?.name }]);
  expect(warn.mock.calls).toEqual([
    [{ err: away, work: 'backups' }, 'recording the end of background work failed'],
  ]);
  services.pass(60_000);
  expect(await look(services)).toBeNull();
});

test('that failed with the database is recorded as failed once it answers again, and killed no process', async () => {
  const warn = vi.spyOn(services.log, 'warn').mockReturnValue();
  const { database } = services;
  let isAway = false;
  const shop: TestServices = {
    ...services,
    database: {
      ...database,
      copyTo() {
        isAway = true;
        return Promise.reject(away);
      },
      write: (work, owner) =>
        isAway && warn.mock.calls.length === 0 ? Promise.reject(away) : database.write(work, owner),
    },
  };

  await expect(look(shop)).rejects.toBe(away);

  expect(await runOf(services)).toMatchObject({ state: 'failed', killed: 0 });
  expect(await failureMails(services)).toHaveLength(1);
  services.pass(hour);
  expect(await look(services)).not.toBeNull();
});

test('is recorded once if the answer to its record was lost', async () => {
  const lost = vi.fn(async () => {});

  const made = await makeBackupNow(withLostAnswer(lost));

  expect(lost).toHaveBeenCalledOnce();
  expect(await actions()).toEqual([{ action: 'backup.made', subjectId: made?.name }]);
});

test('is recorded once even if another one is made before the record is tried again', async () => {
  const names: (string | undefined)[] = [];
  const shop = withLostAnswer(async () => {
    services.pass(60_000);
    names.push((await makeBackupNow(services))?.name);
  });

  names.unshift((await look(shop))?.name);

  expect((await actions()).map(({ subjectId }) => subjectId)).toEqual(names);
  const { value: places } = await readSetting(services.database.read, 'backupPlaces');
  expect(places.map(({ name }) => name)).toEqual(names.toReversed());
});

test('no longer waits once the shop stops, and is made again', async () => {
  const stop = new AbortController();
  vi.spyOn(services.log, 'warn').mockImplementation(() => stop.abort());
  const shop = onceComplete(() => Promise.reject(away));

  const made = await makeDueBackup(shop, { mayBeNightly: true, signal: stop.signal });

  expect(await wholeNames(services)).toEqual([made?.name]);
  services.pass(60_000);
  expect(runView(await runOf(services), services.clock())).toMatchObject({ state: 'wanted' });
  expect(await look(services)).not.toBeNull();
});

/** Does `work` while a complete backup can't be recorded, after the shop's lease on it has ended. */
function awayUntil(work: () => Promise<unknown>): TestServices {
  let isAway = true;
  return onceComplete(async (write, owner) => {
    if (!isAway) return services.database.write(write, owner);
    isAway = false;
    services.pass(60_000);
    await work();
    throw away;
  });
}

test('is recorded even if another process has begun to make it again, which then stops', async () => {
  const { database } = services;
  const begun = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let isRecorded = false;
  let other: Promise<unknown> = Promise.resolve();
  const slow: Database = {
    ...database,
    async write(work, owner) {
      const result = await database.write(work, owner);
      if (isRecorded) stopped.resolve();
      return result;
    },
    async copyTo(path) {
      begun.resolve();
      await stopped.promise;
      await database.copyTo(path);
    },
  };
  const shop = awayUntil(async () => {
    other = look({ ...services, database: slow });
    await begun.promise;
  });

  const made = await look(shop);
  isRecorded = true;

  await expect(other).rejects.toThrow('Another process has taken over this work');
  expect(await wholeNames(services)).toEqual([made?.name]);
  expect(await runOf(services)).toMatchObject({ state: 'done', killed: 0 });
  expect(await actions()).toEqual([{ action: 'backup.made', subjectId: made?.name }]);
});

test('is recorded as well if another process has made one in the meantime', async () => {
  const names: (string | undefined)[] = [];
  const shop = awayUntil(async () => {
    names.push((await makeBackupNow(services))?.name);
  });

  names.push((await look(shop))?.name);

  expect(await runOf(services)).toMatchObject({ state: 'done', kind: 'wanted' });
  expect((await actions()).map(({ subjectId }) => subjectId)).toEqual(names);
});

test('is not the last one of its machine if a newer one was recorded before', async () => {
  const elsewhere = {
    ...services,
    env: { ...services.env, machine: 'boreas', dataDir: await emptyFolder() },
  };
  const shop = awayUntil(() => makeBackupNow(services));

  const late = await look(shop);

  const [newest] = await wholeNames(services);
  expect(newest).not.toBe(late?.name);
  expect(await lastBackup(elsewhere)).toMatchObject({ name: newest });
});

test('is recorded as made even if it was given up in the meantime', async () => {
  for (let death = 0; death < 2; death += 1) {
    await dieDuringBackup(services, { mayBeNightly: true });
    services.pass(60_000);
  }
  const shop = awayUntil(async () => {
    expect(await look(services)).toBeNull();
    expect(await runOf(services)).toMatchObject({ state: 'failed', killed: 3 });
  });

  const made = await look(shop);

  expect(await runOf(services)).toMatchObject({ state: 'done', problem: null });
  expect(await actions()).toEqual([{ action: 'backup.made', subjectId: made?.name }]);
});

test('has failed if its record is refused, and is made again the next night', async () => {
  const refused = new Error('CHECK constraint failed');
  const { database } = services;
  const write: Database['write'] = (work, owner) =>
    database.write(async (tx) => {
      const result = await work(tx);
      const { value } = await readSetting(tx, 'backupRun');
      if (value?.state === 'done') throw refused;
      return result;
    }, owner);
  // No night is near, by the server's clock.
  while (services.clock().getHours() !== 12) services.pass(hour);

  await expect(look({ ...services, database: { ...database, write } })).rejects.toBe(refused);

  expect(await wholeNames(services)).toHaveLength(1);
  expect(await actions()).toEqual([]);
  expect(runView(await runOf(services), services.clock())).toMatchObject({
    state: 'failed',
    problem: 'It couldn’t be recorded. The server’s log says why.',
    retry: 'night',
  });
  const [mail] = await failureMails(services);
  expect(mail?.text).toContain('A backup was made. It couldn’t be recorded.');
  expect(mail?.text).toContain('the shop tries again tonight.');
  services.pass(hour);
  expect(await look(services)).toBeNull();
  services.pass(day);
  expect(await look(services)).not.toBeNull();
});
