import { beforeEach, expect, test, vi } from 'vitest';
import { makeBackupNow, makeDueBackup } from '#server/operations/backups/backup-run.ts';
import { runView } from '#server/operations/backups/data-view.ts';
import type { Database } from '#server/platform/database/open.ts';
import { runOf, wholeNames } from '#tests/support/backup-state.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

/** A complete backup whose record doesn't reach the database at once. */

const signal = new AbortController().signal;

let services: TestServices;

beforeEach(async () => {
  services = await makeServices();
});

/** The shop with a database whose writes are `write` once it has been copied. */
function onceCopied(write: Database['write']): TestServices {
  const { database } = services;
  let isCopied = false;
  return {
    ...services,
    database: {
      ...database,
      write: (work, owner) => (isCopied ? write(work, owner) : database.write(work, owner)),
      async copyTo(path) {
        await database.copyTo(path);
        isCopied = true;
      },
    },
  };
}

const look = (shop: TestServices) => makeDueBackup(shop, { mayBeNightly: true, signal });

function actions() {
  return services.database.read.selectFrom('auditLines').select(['action', 'subjectId']).execute();
}

test('is recorded as soon as the database answers again', async () => {
  const warn = vi.spyOn(services.log, 'warn').mockReturnValue();
  const shop = onceCopied((work, owner) =>
    warn.mock.calls.length === 0
      ? Promise.reject(new Error('away'))
      : services.database.write(work, owner),
  );

  const made = await look(shop);

  expect(await wholeNames(services)).toEqual([made?.name]);
  expect(await runOf(services)).toMatchObject({ state: 'done', problem: null });
  expect(await actions()).toEqual([{ action: 'made a backup', subjectId: made?.name }]);
  expect(warn.mock.calls).toEqual([
    [{ err: new Error('away') }, 'recording a complete backup failed'],
  ]);
  services.pass(60_000);
  expect(await look(services)).toBeNull();
});

test('is recorded once if the answer to its record was lost', async () => {
  let isLost = false;
  const shop = onceCopied(async (work, owner) => {
    const result = await services.database.write(work, owner);
    const { state } = (await runOf(services)) ?? {};
    if (isLost || state !== 'done') return result;
    isLost = true;
    throw new Error('the answer was lost');
  });

  const made = await makeBackupNow(shop);

  expect(isLost).toBe(true);
  expect(await actions()).toEqual([{ action: 'made a backup', subjectId: made?.name }]);
});

test('no longer waits once the shop stops, and is made again', async () => {
  const stop = new AbortController();
  vi.spyOn(services.log, 'warn').mockImplementation(() => stop.abort());
  const shop = onceCopied(() => Promise.reject(new Error('away')));

  const made = await makeDueBackup(shop, { mayBeNightly: true, signal: stop.signal });

  expect(await wholeNames(services)).toEqual([made?.name]);
  services.pass(60_000);
  expect(runView(await runOf(services), services.clock())).toMatchObject({ state: 'wanted' });
  expect(await look(services)).not.toBeNull();
});

/** Does `work` while a complete backup can't be recorded, after the shop's lease on it has ended. */
function awayUntil(work: () => Promise<unknown>): TestServices {
  let isAway = true;
  return onceCopied(async (write, owner) => {
    // Not while it is being made: then a lost lease ends it.
    if (isAway && (await wholeNames(services)).length > 0) {
      isAway = false;
      services.pass(60_000);
      await work();
      throw new Error('away');
    }
    return services.database.write(write, owner);
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

  await expect(other).rejects.toThrow('Another process has taken over the backup.');
  expect(await wholeNames(services)).toEqual([made?.name]);
  expect(await runOf(services)).toMatchObject({ state: 'done', killed: 0 });
  expect(await actions()).toEqual([{ action: 'made a backup', subjectId: made?.name }]);
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
