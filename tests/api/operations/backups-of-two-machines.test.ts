import { rm } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { backupState, dataView } from '#server/operations/backups/data-view.ts';
import { checks } from '#server/operations/doctor/checks.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import type { AppServices } from '#server/services.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** Two machines with one database and a data folder each: both know of every backup. */

const hour = 3_600_000;

let services: TestServices;
let atlas: AppServices;
let boreas: AppServices;

beforeEach(async () => {
  services = await makeServices();
  const on = (machine: string, dataDir: string): AppServices => ({
    ...services,
    env: { ...services.env, machine, dataDir },
  });
  atlas = on('atlas', services.env.dataDir);
  boreas = on('boreas', await emptyFolder());
});

async function doctorOf(shop: AppServices) {
  const check = checks.find(({ id }) => id === 'backup');
  return check?.run({ ...shop, fetch }, new AbortController().signal);
}

test('the last backup is the newest of both, whichever is asked', async () => {
  await makeBackupNow(atlas);
  const madeAt = services.clock().toISOString();
  services.pass(hour);

  expect(await backupState(boreas)).toEqual({ lastAt: madeAt, hasFailed: false });
  expect(await dataView(boreas)).toMatchObject({
    backups: [],
    machine: 'boreas',
    newestElsewhere: { machine: 'atlas', madeAt },
  });
  expect(await dataView(atlas)).toMatchObject({ machine: 'atlas', newestElsewhere: null });
  const text = 'The last backup is from 2026-03-01 09:00 UTC';
  expect(await doctorOf(atlas)).toMatchObject({ state: 'ok', text: `${text}.` });
  expect(await doctorOf(boreas)).toMatchObject({ state: 'ok', text: `${text}, on atlas.` });

  await makeBackupNow(boreas);

  const later = { machine: 'boreas', madeAt: services.clock().toISOString() };
  expect(await dataView(atlas)).toMatchObject({ newestElsewhere: later });
  expect(await dataView(boreas)).toMatchObject({ newestElsewhere: null });
});

test('a download of a backup on the other machine says where it is', async () => {
  const made = await makeBackupNow(atlas);
  const params = { name: made?.name ?? '' };
  const [here, there] = [createApp(boreas), createApp(atlas)];
  const { cookie } = await joinStudio(here, services);

  const { status, problem } = await studioRefused(here, 'downloadBackup', { cookie, params });

  expect(status).toBe(404);
  expect(problem.message).toBe(
    'This backup was made on atlas and is not on boreas, which answered. Try again, or copy it from DATA_DIR/backups on atlas.',
  );
  const found = await sendStudio(there, 'downloadBackup', { cookie, params });
  expect(found.status).toBe(200);
  await found.body?.cancel();
});

test('a backup that was deleted from its folder no longer counts', async () => {
  await makeBackupNow(atlas);
  await rm(backupsFolder(atlas.env.dataDir), { recursive: true });

  expect(await backupState(atlas)).toEqual({ lastAt: null, hasFailed: false });
});

test('backups made before they were noted still count where they are', async () => {
  await makeBackupNow(atlas);
  await services.database.write((tx) =>
    tx.deleteFrom('settings').where('key', '=', 'backupPlaces').execute(),
  );

  expect((await backupState(atlas)).lastAt).toBe(services.clock().toISOString());
});
