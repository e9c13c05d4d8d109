import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { databaseFile, openSqlite } from '#server/platform/database/sqlite.ts';
import { type RunningShop, runShop } from '#tests/support/run-shop.ts';
import { registration } from '../../trials/trial-shop.ts';

const oldBackup = 'backups/20260101T030000000Z-nightly';
const home = mkdtempSync(join(tmpdir(), 'pinwheel-private-'));
let shop: RunningShop;

/** A data folder as earlier versions created it: readable by everybody. */
async function makeOpenData(dataDir: string): Promise<void> {
  const database = await openSqlite(dataDir);
  // A database without rows beside backups would be a lost one.
  await readSigningKey(database, new Date());
  await mkdir(join(dataDir, oldBackup), { recursive: true });
  await database.copyTo(join(dataDir, oldBackup, databaseFile));
  await database.copyTo(join(dataDir, 'backups/before-020-keywords-20260101T030000000Z.sqlite'));
  await database.close();
  await mkdir(join(dataDir, 'mail'));
  await writeFile(join(dataDir, 'mail/old.eml'), 'Your code is 123456');
  for (const path of ['', ...(await readdir(dataDir, { recursive: true }))]) {
    const full = join(dataDir, path);
    await chmod(full, (await stat(full)).isDirectory() ? 0o755 : 0o644);
  }
}

/** What another user of the machine could read if the folders above it were open. */
async function openToOthers(folder: string): Promise<string[]> {
  const open: string[] = [];
  for (const path of ['', ...(await readdir(folder, { recursive: true }))]) {
    if ((await stat(join(folder, path))).mode & 0o077) open.push(path);
  }
  return open;
}

function run(script: string, dataDir: string, ...words: string[]): string {
  return execFileSync(process.execPath, [script, ...words], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

beforeAll(async () => {
  process.umask(0o022);
  shop = await runShop({ DEMO: 'off' }, makeOpenData, ['--api-only']);
});

afterAll(async () => {
  await shop.end();
  rmSync(home, { recursive: true });
});

test('a start makes an open data folder, its folders and its databases private', async () => {
  // The old mail itself is still readable, but in a folder that nobody else can enter.
  expect(await openToOthers(shop.dataDir)).toEqual(['mail/old.eml']);
});

test('what the running shop and a backup write is private', async () => {
  const response = await fetch(`${shop.url}/api/users/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(registration('private@shop.example')),
  });
  expect(response.status).toBe(200);
  await expect.poll(() => shop.mails().length).toBeGreaterThan(1);
  run('scripts/backup.ts', shop.dataDir);

  expect(await openToOthers(shop.dataDir)).toEqual(['mail/old.eml']);
});

test('what a restore writes is private, even in an existing open folder', async () => {
  const backup = run('scripts/backup.ts', shop.dataDir).trim().split(': ').at(-1) ?? '';
  const restored = join(home, 'restored');
  await mkdir(restored, { mode: 0o755 });
  run('scripts/restore.ts', restored, backup);

  expect(await readdir(restored)).toContain(databaseFile);
  expect(await openToOthers(restored)).toEqual([]);
});
