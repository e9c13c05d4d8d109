import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { disownFiles, takeOverFiles } from '#server/operations/deletable-files.ts';
import { checkFiles } from '#server/operations/doctor/check-files.ts';
import { runRetention } from '#server/operations/retention.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { allowPages } from '#server/platform/files/s3/prepare-bucket.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';
import { untilTakenOver } from '../../../scripts/shop-command.ts';

/** A shop, and a copy of it from a backup whose FILES_URL names the same bucket. */

const day = 86_400_000;
const kept =
  'another database’s, so this shop deletes none of them, not even the pictures of accounts and requests that were deleted';
const anothers = { state: 'warning', text: expect.stringContaining(kept) };

let s3: S3Server;
let live: TestServices;
let copy: TestServices;

beforeEach(async () => {
  s3 = await startS3();
  live = await makeServices({ settings: s3.settings });
  // Files have the machine's time.
  live.pass(Date.now() - live.clock().getTime());
  await runRetention(live);
  const made = await makeBackupNow(live);
  const target = join(await emptyFolder(), 'shop');
  await restoreBackup(join(backupsFolder(live.env.dataDir), made?.name ?? ''), target);
  const database = await openSqlite(target);
  atEndOfFile(() => database.close());
  copy = await makeServices({ settings: s3.settings, database });
  copy.pass(live.clock().getTime() - copy.clock().getTime());
  // The copy knows none of these.
  await live.files.putOriginal(randomBytes(100));
  await live.files.putPreview(`${'ab'.repeat(32)}/480.avif`, randomBytes(100));
  await live.files.putUpload(randomBytes(100));
  await live.files.putPart(Readable.from([randomBytes(100)]));
});

afterEach(() => s3.end());

async function stored(): Promise<string[]> {
  const paths = await s3.paths();
  return paths.filter((path) => /^(originals|previews|uploads|parts)\//.test(path));
}

async function dailyRetention(services: TestServices, days: number): Promise<string[]> {
  for (let count = 0; count < days; count += 1) {
    services.pass(day);
    await runRetention(services);
  }
  return stored();
}

async function findingOf(services: TestServices) {
  const { bucket, publicUrl } = services.env;
  if (bucket) await allowPages(bucket, new URL(publicUrl).origin, [0]);
  return checkFiles({ ...services, fetch, isBrief: true });
}

test('a restored copy deletes no file in the bucket of a shop, and the doctor says so', async () => {
  const before = await stored();

  expect(before).toHaveLength(4);
  expect(await dailyRetention(copy, 3)).toEqual(before);
  expect(await findingOf(copy)).toMatchObject(anothers);
  expect(await findingOf(live)).toMatchObject({ state: 'ok' });
});

test('a restored shop that takes over the bucket deletes what it doesn’t know, a day later', async () => {
  const { owner } = copy.files;
  if (!owner) throw new Error('no bucket');
  copy.pass(day);
  await takeOverFiles(copy, owner);
  await runRetention(copy);
  expect(await stored()).toHaveLength(4);

  expect(await dailyRetention(copy, 1)).toEqual([]);

  expect(await findingOf(copy)).toMatchObject({ state: 'ok' });
  expect(await findingOf(live)).toMatchObject(anothers);
});

test('whoever restores a shop reads that its bucket keeps the pictures of deleted accounts', () => {
  expect(untilTakenOver(copy.env)).toMatch(
    /deletes no files from the bucket, not even the pictures of accounts and requests that were deleted,.* --take-over$/,
  );
});

test('a shop whose database was put back by other means deletes nothing until it takes over', async () => {
  const before = await stored();

  await makeChange(live, disownFiles);

  expect(await dailyRetention(live, 3)).toEqual(before);
});

test('the shop to which the bucket belongs goes on deleting what no row refers to', async () => {
  expect(await dailyRetention(live, 2)).toEqual([]);
});
