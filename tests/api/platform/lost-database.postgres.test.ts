import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { parseEnv } from '#server/platform/env.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { freshPostgres } from '#tests/support/fresh-postgres.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';
import { putInBucket } from '#tests/support/shop-in-bucket.ts';

/** A database that was lost, or that isn't the shop's, while the shop's files are there. */

const digest = 'ab'.repeat(32);
const name = '01'.repeat(16);

const { url } = freshPostgres();
let s3: S3Server;
let dataDir: string;

beforeAll(async () => {
  s3 = await startS3();
});

beforeEach(async () => {
  s3.interfere(null);
  await emptyBucket();
  dataDir = await emptyFolder();
});

afterAll(() => s3.end());

async function emptyBucket(): Promise<void> {
  for (const path of await s3.paths()) await rm(s3.fileOf(path));
}

/** A shop with its files in the bucket, unless `files` says otherwise. */
function place(
  rows: 'PostgreSQL' | 'SQLite',
  files: Readonly<Record<string, string>> = s3.settings,
) {
  const database = rows === 'PostgreSQL' && { DATABASE_URL: url() };
  return parseEnv({ DATA_DIR: dataDir, ...files, ...database });
}

async function start(env: ReturnType<typeof place>): Promise<void> {
  await (await openDatabase(env)).close();
}

test.each(['PostgreSQL', 'SQLite'] as const)(
  'no new shop starts in an empty %s beside a bucket with files',
  async (rows) => {
    for (const path of [
      `originals/ab/${digest}`,
      `previews/ab/${digest}/480.avif`,
      `uploads/${name}`,
    ]) {
      await emptyBucket();
      putInBucket(s3, path, Buffer.from('bytes'));

      // A second try finds the tables that the first made.
      for (const _ of ['first', 'second']) {
        await expect(start(place(rows))).rejects.toThrow(
          /is empty, but there are files of a shop in the bucket shop, .* npm run restore/,
        );
      }
    }
  },
);

test.each(['originals/ab', 'uploads/any', 'backups/any'])(
  'no new shop starts in an empty PostgreSQL beside %s in DATA_DIR',
  async (folder) => {
    await mkdir(join(dataDir, folder), { recursive: true });

    await expect(start(place('PostgreSQL', {}))).rejects.toThrow(
      `The database of DATABASE_URL is empty, but there are files of a shop in ${dataDir}, `,
    );
  },
);

test('no new shop starts while it can’t be seen whether its bucket has files', async () => {
  s3.interfere((_, response) => {
    response.writeHead(403).end();
    return true;
  });

  await expect(start(place('PostgreSQL'))).rejects.toThrow(
    'The database is empty, and whether there are files of a shop in the bucket shop can’t be seen: HTTP 403.',
  );
});

test('a new shop starts in a bucket that has only files of others', async () => {
  putInBucket(s3, 'originals/notes.txt', Buffer.from('others'));

  await start(place('PostgreSQL'));
});

test('a shop with rows doesn’t list its bucket at start', async () => {
  const env = place('PostgreSQL');
  const database = await openDatabase(env);
  await readSigningKey(database, new Date());
  await database.close();
  putInBucket(s3, `originals/ab/${digest}`, Buffer.from('bytes'));
  s3.requests.length = 0;

  await start(env);

  expect(s3.requests).toEqual([]);
});
