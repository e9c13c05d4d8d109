import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { compareListing } from '#server/operations/backups/bucket-listing.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { checks } from '#server/operations/doctor/checks.ts';
import { openBackupSource } from '#server/operations/move/backup-source.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** Backups of a shop whose files are in a bucket. */

let s3: S3Server;
let services: TestServices;

beforeAll(async () => {
  s3 = await startS3();
  services = await makeServices({ settings: s3.settings });
});

beforeEach(() => {
  s3.interfere(null);
  // Backups are named by their time.
  services.pass(1000);
});

afterAll(() => s3.end());

test('a backup lists the files of the bucket, and a restore says which are gone', async () => {
  const { sha256 } = await services.files.putOriginal(randomBytes(100));
  const made = await makeBackupNow(services);
  const folder = join(backupsFolder(services.env.dataDir), made?.name ?? '');
  const whole = await compareListing(folder, services.files);
  const path = `originals/${sha256.slice(0, 2)}/${sha256}`;
  await rm(s3.fileOf(path));
  const target = join(await emptyFolder(), 'data');
  await restoreBackup(folder, target);

  const stored = (await s3.paths()).filter((each) => /^(originals|previews|uploads)/.test(each));
  expect(whole).toEqual({ files: stored.length + 1, missing: [] });
  expect(await compareListing(target, services.files)).toMatchObject({ missing: [path] });
});

test('a backup only lists the bucket', async () => {
  const asked = new Set<string>();
  s3.interfere(({ method = '', url }, response) => {
    const isListing = method === 'GET' && url?.includes('list-type=2');
    asked.add(isListing ? 'list' : `${method} ${url}`);
    if (!isListing) response.writeHead(403).end();
    return !isListing;
  });

  const made = await makeBackupNow(services);

  const folder = join(backupsFolder(services.env.dataDir), made?.name ?? '');
  expect([...asked]).toEqual(['list']);
  expect(made?.summary.isUnlisted).toBe(false);
  expect(await readdir(folder)).toContain('bucket.jsonl');
});

test('rows are backed up even if the bucket can’t be listed, and everything says that the list is missing', async () => {
  const app = createApp(services);
  const { cookie } = await joinStudio(app, services);
  s3.interfere((_, response) => {
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    return true;
  });

  const made = await makeBackupNow(services);

  const folder = join(backupsFolder(services.env.dataDir), made?.name ?? '');
  expect(made).toMatchObject({
    summary: { isUnlisted: true },
    unlisted: { reason: 'AccessDenied' },
  });
  expect((await readdir(folder)).sort()).toEqual(['manifest.jsonl', 'pinwheel.sqlite']);
  const { backups } = (await callStudio(app, 'data', { cookie })).answer;
  expect(backups.find(({ name }) => name === made?.name)?.isUnlisted).toBe(true);
  expect(await queuedMails(services, { subject: /^The last backup/ })).toMatchObject([
    { text: expect.stringContaining('couldn’t be listed (AccessDenied)') },
  ]);
  const check = checks.find(({ id }) => id === 'backup');
  const { signal } = new AbortController();
  expect(await check?.run({ ...services, fetch }, signal)).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('has no list of the files in the bucket'),
  });
  const target = join(await emptyFolder(), 'data');
  expect(await restoreBackup(folder, target)).toMatchObject({ isUnlisted: true });
  await expect(openBackupSource(folder, await emptyFolder())).rejects.toThrow('are in a bucket');
});
