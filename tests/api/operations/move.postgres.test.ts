import { appendFile, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { type Move, moveShop } from '#server/operations/move/move-shop.ts';
import type { Progress } from '#server/operations/progress.ts';
import { openProblem } from '#server/platform/database/check-database.ts';
import { openDatabase, restoreMark } from '#server/platform/database/open-database.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { parseEnv } from '#server/platform/env.ts';
import { fileFolders } from '#server/platform/files/file-paths.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { crashPoint } from '#tests/support/crash-point.ts';
import { emptyFolder, filesBelow } from '#tests/support/empty-folder.ts';
import { openOlder } from '#tests/support/list-of-migrations.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { fillMovingShop, movedRows } from '#tests/support/moving-shop.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';

let s3: S3Server;
let databaseUrl = '';

beforeEach(async () => {
  s3 ??= await startS3();
  // Migrating one takes half of the time of a move.
  databaseUrl = await newPostgres('migrated');
});
atEndOfFile(() => s3?.end());

/** Makes a stopped shop in a folder of its own, whose files go into a place of their own, and returns its move. */
async function stoppedShop(): Promise<Move> {
  const dataDir = await emptyFolder();
  const database = await openSqlite(dataDir);
  const services = await makeServices({ database, settings: { DATA_DIR: dataDir } });
  await fillMovingShop(services);
  await database.close();
  const { bucket } = parseEnv({ ...s3.settings, FILES_URL: `s3://shop/${crypto.randomUUID()}` });
  return { direction: 'out', dataDir, databaseUrl, bucket, stayingDatabaseUrl: null };
}

const ignore = () => {};

/** Moves, but is interrupted when it has shown progress `after` times. */
function interrupted(move: Move, after: number, step?: Progress['step']): Promise<unknown> {
  let shown = 0;
  return moveShop(move, (progress) => {
    if (step === undefined || progress.step === step) shown += 1;
    if (shown >= after) throw new Error('killed');
  });
}

async function rowsOf(place: 'PostgreSQL' | { readonly dataDir: string }) {
  const database = await (place === 'PostgreSQL'
    ? openPostgres(databaseUrl)
    : openSqlite(place.dataDir));
  const rows = await movedRows(database);
  await database.close();
  return rows;
}

const originalOf = async (dataDir: string) =>
  (await filesBelow(dataDir)).find((path) => path.startsWith('originals/')) ?? '';

describe('a shop of the version before the baseline', () => {
  async function olderShop(last?: string): Promise<Move> {
    const dataDir = await emptyFolder();
    await (await openOlder((known) => openSqlite(dataDir, known), last)).close();
    return { direction: 'out', dataDir, databaseUrl, bucket: null, stayingDatabaseUrl: null };
  }

  it('moves out if it has the last migration', async () => {
    const moved = await moveShop(await olderShop(), ignore);

    expect(moved.rows).toBe(1);
  });

  it('is refused if it is earlier', async () => {
    const move = await olderShop('105-fees-of-payments');

    await expect(moveShop(move, ignore)).rejects.toThrow(/early version of the shop.*git checkout/);
  });
});

describe('a shop', () => {
  it('moves out and back, each row and each byte', async () => {
    databaseUrl = await newPostgres('empty');
    const move = await stoppedShop();
    const before = await rowsOf(move);
    const stored = (await filesBelow(move.dataDir)).filter((path) => !path.includes('.sqlite'));

    const moved = await moveShop(move, ignore);

    expect(moved.files?.files).toBe(stored.length);
    expect(await rowsOf('PostgreSQL')).toEqual(before);
    const home = await emptyFolder();
    await moveShop({ ...move, direction: 'back', dataDir: home }, ignore);
    expect(await rowsOf({ dataDir: home })).toEqual(before);
    expect((await filesBelow(home)).filter((path) => !path.includes('.sqlite'))).toEqual(stored);
    for (const path of stored) {
      expect(await readFile(join(home, path))).toEqual(await readFile(join(move.dataDir, path)));
    }
  });

  it('goes on counting where it was', async () => {
    const move = await stoppedShop();
    await moveShop({ ...move, bucket: null }, ignore);
    const database = await openPostgres(databaseUrl);
    const counted = (await rowsOf(move)).catalogueChanges ?? [];
    const { seq } = await database.write((tx) =>
      tx
        .insertInto('catalogueChanges')
        .values({ productId: null, changedAt: '2026' })
        .returning('seq')
        .executeTakeFirstOrThrow(),
    );
    await database.close();
    expect(seq).toBe(counted.length + 1);
  });

  it.each(['out', 'back'] as const)('continues after interruptions on its way %s', async (way) => {
    const shop = await stoppedShop();
    const before = await rowsOf(shop);
    if (way === 'back') await moveShop(shop, ignore);
    const dataDir = way === 'back' ? await emptyFolder() : shop.dataDir;
    const move: Move = { ...shop, dataDir, direction: way };
    const start = () =>
      openDatabase({ dataDir, databaseUrl: way === 'out' ? databaseUrl : null, bucket: null });

    await expect(interrupted(move, 3, 'copying rows')).rejects.toThrow('killed');
    await expect(start()).rejects.toThrow('only a part of the shop');
    await expect(interrupted(move, 12, 'copying rows')).rejects.toThrow('killed');
    await expect(interrupted(move, 2, 'copying files')).rejects.toThrow('killed');
    await expect(interrupted(move, 3, 'checking files')).rejects.toThrow('killed');
    await expect(start()).rejects.toThrow('only a part of the shop');
    await moveShop(move, ignore);
    // Its last interruption may be just before it says so.
    await moveShop(move, ignore);

    expect(await rowsOf(way === 'out' ? 'PostgreSQL' : { dataDir })).toEqual(before);
    const started = await start();
    await started.close();
  });

  it.each(['out', 'back'] as const)(
    'can’t start on files moved in part on their way %s',
    async (way) => {
      const out: Move = { ...(await stoppedShop()), databaseUrl: null };
      const { dataDir, bucket } = out;
      if (way === 'back') {
        await moveShop(out, ignore);
        for (const folder of fileFolders) await rm(join(dataDir, folder), { recursive: true });
      }
      const move: Move = { ...out, direction: way };
      const [from, to] = way === 'out' ? [null, bucket] : [bucket, null];

      await expect(interrupted(move, 1, 'copying files')).rejects.toThrow('killed');
      await expect(openFiles({ dataDir, bucket: to })).rejects.toThrow(
        /has only a part of the shop’s files.* Run the same npm run move again/,
      );
      await openFiles({ dataDir, bucket: from });
      await expect(interrupted(move, 5, 'checking files')).rejects.toThrow('killed');
      await expect(openFiles({ dataDir, bucket: to })).rejects.toThrow('only a part');
      await moveShop(move, ignore);
      await openFiles({ dataDir, bucket: to });
    },
  );

  it('can’t start on files moved in part after its rows', async () => {
    const move = await stoppedShop();
    await moveShop({ ...move, bucket: null }, ignore);

    await expect(interrupted(move, 1, 'copying files')).rejects.toThrow('killed');
    await expect(openFiles(move)).rejects.toThrow('only a part of the shop’s files');
    await moveShop(move, ignore);
    await openFiles(move);
  });

  it('isn’t moved from where only a part of it is', async () => {
    const move = await stoppedShop();
    await moveShop(move, ignore);
    const part: Move = { ...move, direction: 'back', dataDir: await emptyFolder() };
    await expect(interrupted(part, 1, 'copying files')).rejects.toThrow('killed');
    const on: Move = { ...part, direction: 'out', databaseUrl: await newPostgres('migrated') };

    await expect(moveShop(on, ignore)).rejects.toThrow(
      `In ${part.dataDir} is only a part of a shop, because a move or a restore into it was interrupted. Run that again first.`,
    );
    await expect(moveShop({ ...on, bucket: null }, ignore)).rejects.toThrow(
      'In the database to move from is only a part of a shop',
    );
  });

  it('isn’t moved back from where only a part of its files is', async () => {
    const move = { ...(await stoppedShop()), databaseUrl: null };
    await expect(interrupted(move, 1, 'copying files')).rejects.toThrow('killed');
    await expect(moveShop({ ...move, direction: 'back' }, ignore)).rejects.toThrow(
      /^In the bucket shop is only a part of a shop, /,
    );
  });

  it('moves where a move of another shop was killed before it copied a row', async () => {
    const move = { ...(await stoppedShop()), bucket: null };
    const empty = await openPostgres(databaseUrl);
    await empty.write((tx) => tx.insertInto('unfinishedMoves').values({ shop: 'other' }).execute());
    await empty.close();

    await moveShop(move, ignore);

    const started = await openDatabase(move);
    await started.close();
  });

  it('moves what a killed deletion had moved aside', async () => {
    const move = { ...(await stoppedShop()), databaseUrl: null };
    const path = await originalOf(move.dataDir);
    const files = await openFiles({ ...move, bucket: null });
    const killed = files.removeBefore('originals', basename(path), crashPoint());
    await expect(killed).rejects.toThrow('killed');
    expect(await filesBelow(move.dataDir)).not.toContain(path);

    await moveShop(move, ignore);

    const moved = await openFiles(move);
    expect(await moved.statOriginal(basename(path))).not.toBeNull();
  });

  it('moves its files alone, or its rows alone', async () => {
    const move = await stoppedShop();
    expect(await moveShop({ ...move, databaseUrl: null }, ignore)).toMatchObject({ rows: null });
    expect(await moveShop({ ...move, bucket: null }, ignore)).toMatchObject({ files: null });
    const rest: Move = { ...move, databaseUrl: null, stayingDatabaseUrl: databaseUrl };
    expect(await moveShop({ ...rest, direction: 'back' }, ignore)).toMatchObject({
      files: { files: 6 },
    });
  });
});

describe('a move notices', () => {
  it('a row that differs', async () => {
    const move = await stoppedShop();
    await expect(interrupted(move, 1, 'checking rows')).rejects.toThrow('killed');
    const database = await openPostgres(databaseUrl);
    await database.write((tx) => tx.updateTable('orders').set({ customerName: 'Eve' }).execute());
    await database.close();
    await expect(moveShop(move, ignore)).rejects.toThrow(/\norders: its rows differ$/);
  });

  it('a row that is gone', async () => {
    const move = await stoppedShop();
    await expect(interrupted(move, 1, 'checking rows')).rejects.toThrow('killed');
    const database = await openPostgres(databaseUrl);
    await database.write((tx) => tx.deleteFrom('catalogueChanges').where('seq', '=', 2).execute());
    await database.close();
    await expect(moveShop(move, ignore)).rejects.toThrow(
      /catalogueChanges: 1,2\d\d rows here, 1,2\d\d there/,
    );
  });

  it('a flipped byte on its way out', async () => {
    const move = await stoppedShop();
    const path = await originalOf(move.dataDir);
    await expect(interrupted(move, 1, 'checking files')).rejects.toThrow('killed');
    const object = s3.fileOf(path).replace('files/', move.bucket?.prefix ?? '');
    const bytes = await readFile(object);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    await writeFile(object, bytes);
    await expect(moveShop(move, ignore)).rejects.toThrow(`move again:\n${path}`);
  });

  it('a flipped byte on its way back', async () => {
    const out = await stoppedShop();
    await moveShop(out, ignore);
    const move: Move = { ...out, direction: 'back', dataDir: await emptyFolder() };
    await expect(interrupted(move, 1, 'checking files')).rejects.toThrow('killed');
    const path =
      (await filesBelow(move.dataDir)).find((each) => each.startsWith('previews/')) ?? '';
    await writeFile(join(move.dataDir, path), 'b preview');
    await expect(moveShop(move, ignore)).rejects.toThrow(`move again:\n${path}`);
  });

  it('an original that was damaged before', async () => {
    const move = await stoppedShop();
    await appendFile(join(move.dataDir, await originalOf(move.dataDir)), '!');
    await expect(moveShop(move, ignore)).rejects.toThrow(/is damaged: it isn’t what was stored/);
  });
});

describe('a move is refused', () => {
  it('while the shop runs on its file', async () => {
    const move = await stoppedShop();
    const running = await openSqlite(move.dataDir);
    await expect(moveShop(move, ignore)).rejects.toThrow(/A shop is running on .*pinwheel.sqlite/);
    await running.close();
  });

  it('while a shop runs on the database', async () => {
    const move = await stoppedShop();
    const running = await openPostgres(databaseUrl);
    await running.read.selectFrom('settings').selectAll().execute();
    await expect(moveShop(move, ignore)).rejects.toThrow(/A shop is running on the database test_/);
    await running.close();
  });

  it('into a database with another shop', async () => {
    const move = await stoppedShop();
    await moveShop({ ...(await stoppedShop()), bucket: null }, ignore);
    await expect(moveShop(move, ignore)).rejects.toThrow(/has other data/);
    await openFiles(move);
  });

  it('into a database with rows of a killed restore', async () => {
    const move = { ...(await stoppedShop()), bucket: null };
    await moveShop(move, ignore);
    const restored = await openPostgres(databaseUrl);
    await restored.write((tx) =>
      tx.insertInto('unfinishedMoves').values({ shop: restoreMark }).execute(),
    );
    await restored.close();
    await expect(moveShop(move, ignore)).rejects.toThrow(/has other data/);
  });

  it('into the database of a move of another shop', async () => {
    const other = { ...(await stoppedShop()), bucket: null };
    await expect(interrupted(other, 2)).rejects.toThrow('killed');
    const move = { ...(await stoppedShop()), bucket: null };
    await expect(moveShop(move, ignore)).rejects.toThrow(
      /has a part of another shop, .* Run that move again; it continues. Or name an empty database/,
    );
  });

  it('of files that can’t be read', async () => {
    const move = await stoppedShop();
    await rename(join(move.dataDir, 'originals'), join(move.dataDir, 'elsewhere'));
    await symlink('originals', join(move.dataDir, 'originals'));
    await expect(moveShop(move, ignore)).rejects.toThrow('ELOOP');
  });

  it('into a bucket with other files', async () => {
    const move = await stoppedShop();
    const files = await openFiles(move);
    await files.putOriginal(Buffer.from('of another shop'));
    await expect(moveShop(move, ignore)).rejects.toThrow(/there is other data \(originals/);
  });

  it('into a server that is not there', async () => {
    const move = { ...(await stoppedShop()), databaseUrl: 'postgres://postgres@localhost:9/shop' };
    await expect(moveShop(move, ignore)).rejects.toThrow(/shop at localhost:9 .* can’t be used/);
  });

  it('into a bucket that is not there', async () => {
    const shop = await stoppedShop();
    const { bucket } = parseEnv({ ...s3.settings, FILES_URL: 's3://no-such-bucket' });
    await expect(moveShop({ ...shop, bucket }, ignore)).rejects.toThrow(
      /FILES_URL: storing a file/,
    );
  });

  it('where there is no shop', async () => {
    const move = await stoppedShop();
    await rename(join(move.dataDir, 'pinwheel.sqlite'), join(move.dataDir, 'elsewhere'));
    await expect(moveShop(move, ignore)).rejects.toThrow(/No shop found/);
    const back: Move = { ...move, direction: 'back', dataDir: await emptyFolder() };
    await expect(moveShop(back, ignore)).rejects.toThrow(/There is no shop to move/);
    expect(await filesBelow(back.dataDir)).not.toContain('pinwheel.sqlite');
  });
});

test('no shop starts on the file while it moves', async () => {
  const move = await stoppedShop();
  const refused = new Set<unknown>();
  await moveShop(move, () => {
    const other = new DatabaseSync(join(move.dataDir, 'pinwheel.sqlite'), { timeout: 0 });
    try {
      refused.add(other.prepare('SELECT * FROM settings').all());
    } catch (error) {
      refused.add(String(openProblem(error, 'folder', 'file')));
    }
    other.close();
  });
  expect([...refused]).toEqual([
    expect.stringMatching(/folder\/file is in use by another program/),
  ]);
});
