import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../../platform/command-error.ts';
import { assertUnused } from '../../platform/database/assert-unused.ts';
import { databaseFile } from '../../platform/database/sqlite.ts';
import { syncPath } from '../../platform/files/sync-path.ts';
import { spoolFolder, unfinishedFolders } from '../../platform/files/unfinished-folders.ts';
import { unlessAbsent } from '../../platform/files/unless-absent.ts';
import type { OnProgress } from '../progress.ts';
import { backupEntries } from './backup-entries.ts';
import { countRows } from './count-rows.ts';
import {
  type BackedUpFile,
  type BackupSummary,
  type Manifest,
  manifestFile,
  parseManifest,
} from './manifest.ts';
import { assertComplete, assertKnownVersion } from './read-backup.ts';
import { restoreRows } from './restore-rows.ts';
import { type TarEntry, TarError, tarEntries } from './tar.ts';

/** What killed commands left doesn't block a restore, nor what a start made that was refused because of it. */
const leftovers: readonly string[] = [...Object.values(unfinishedFolders), spoolFolder];

/**
 * Restores a backup, a folder or a downloaded file, into an empty data folder. Checks every byte against the
 * manifest before putting anything where a shop would find it. With a `databaseUrl`, the rows go into that
 * PostgreSQL database, which must also be empty, and are checked there; `onProgress` is told how far that check is.
 * @throws CommandError, leaving the folder as it was, if the check fails; DatabaseProblem, also if a shop is running on it
 */
export async function restoreBackup(
  source: string,
  dataDir: string,
  databaseUrl: string | null = null,
  onProgress: OnProgress = () => {},
): Promise<BackupSummary> {
  const wasThere = await assertEmptyFolder(dataDir);
  if (databaseUrl !== null) await assertUnused(databaseUrl);
  for (const name of leftovers) await rm(join(dataDir, name), { recursive: true, force: true });
  // Holds files that aren't checked yet.
  const folder = join(dataDir, unfinishedFolders.restore);
  await mkdir(folder, { recursive: true });
  try {
    const summary = await unpack(await entriesOf(source), folder);
    checkDatabase(join(folder, databaseFile), summary);
    const moveFiles = () => moveUp(folder, dataDir);
    await (databaseUrl === null
      ? moveFiles()
      : restoreRows(folder, databaseUrl, moveFiles, onProgress));
    return summary;
  } catch (error) {
    await rm(wasThere ? folder : dataDir, { recursive: true, force: true });
    throw inWords(error, source);
  }
}

/** Explains errors of the backup or the disk; any other error is ours and is returned unchanged. */
function inWords(error: unknown, source: string): unknown {
  if (error instanceof TarError) {
    return new CommandError(`${source} is not a complete backup: ${error.message}.`);
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new CommandError(`The backup is incomplete: ${path} is missing.`);
  if (code === 'ENOSPC') return new CommandError('Not enough disk space. Nothing was restored.');
  return error;
}

/** Refuses a folder that isn't empty. Returns whether the folder exists. */
async function assertEmptyFolder(dataDir: string): Promise<boolean> {
  const names = await unlessAbsent(readdir(dataDir));
  if (names?.some((name) => !leftovers.includes(name))) {
    throw new CommandError(
      `${dataDir} is not empty, and restoring never overwrites data. Stop the shop and move that folder away, or set DATA_DIR to a new one.`,
    );
  }
  return names !== null;
}

async function entriesOf(source: string): Promise<AsyncIterable<TarEntry>> {
  const stats = await stat(source).catch(() => null);
  if (!stats) throw new CommandError(`No backup found at ${source}.`);
  if (!stats.isDirectory()) return tarEntries(createReadStream(source));
  await assertComplete(source);
  return backupEntries(source);
}

async function unpack(entries: AsyncIterable<TarEntry>, folder: string): Promise<BackupSummary> {
  let manifest: Manifest | null = null;
  let missing = new Map<string, BackedUpFile>();
  const folders = new Set<string>();
  for await (const entry of entries) {
    if (manifest === null) {
      manifest = await readFirst(entry);
      missing = new Map(manifest.files);
      continue;
    }
    const expected = missing.get(entry.path);
    if (!expected) throw new CommandError(`${entry.path} is not in the backup’s manifest.`);
    const path = join(folder, entry.path);
    await mkdir(dirname(path), { recursive: true });
    folders.add(dirname(path));
    const found = await write(entry.content, path);
    if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) {
      throw new CommandError(
        `${entry.path} is damaged: it differs from what was backed up. Nothing was restored. Use another backup.`,
      );
    }
    missing.delete(entry.path);
  }
  const [lost] = missing.keys();
  if (manifest === null || lost !== undefined) {
    throw new CommandError(`The backup is incomplete: ${lost ?? manifestFile} is missing.`);
  }
  for (const each of folders) await syncPath(each);
  return manifest.summary;
}

async function readFirst(entry: TarEntry): Promise<Manifest> {
  const manifest = entry.path === manifestFile ? await parseManifest(entry.content) : null;
  if (!manifest) throw new CommandError('This is not a shop backup: its manifest is missing.');
  assertKnownVersion(manifest.summary);
  return manifest;
}

async function write(
  content: AsyncIterable<Uint8Array>,
  path: string,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  await pipeline(
    content,
    count,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { sha256: hash.digest('hex'), bytes };
}

function checkDatabase(path: string, { rows }: BackupSummary): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const verdict = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
    if (verdict !== 'ok' || !isDeepStrictEqual(countRows(database), rows)) {
      throw new CommandError('The database in this backup is damaged. Nothing was restored.');
    }
  } finally {
    database.close();
  }
}

/** Moves the database last, because a folder without it isn't a shop. */
async function moveUp(folder: string, dataDir: string): Promise<void> {
  const names = await readdir(folder);
  const isDatabase = (name: string) => name === databaseFile;
  for (const name of [...names.filter((each) => !isDatabase(each)), ...names.filter(isDatabase)]) {
    await rename(join(folder, name), join(dataDir, name));
  }
  await rm(folder, { recursive: true });
  await syncPath(dataDir);
}
