import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { restoredNewsletters } from '../../newsletters/stop-restored.ts';
import { newSeriesMark } from '../../orders/receipts/new-series.ts';
import { CommandError } from '../../platform/command-error.ts';
import { assertUnused } from '../../platform/database/assert-unused.ts';
import { databaseFile } from '../../platform/database/sqlite.ts';
import { syncPath } from '../../platform/files/sync-path.ts';
import { spoolFolder, unfinishedFolders } from '../../platform/files/unfinished-folders.ts';
import { unlessAbsent } from '../../platform/files/unless-absent.ts';
import type { OnProgress } from '../progress.ts';
import { backupEntries } from './backup-entries.ts';
import { countRows } from './count-rows.ts';
import { type BackupSummary, type Manifest, manifestFile, parseManifest } from './manifest.ts';
import { isDamagedCompression, openArchive } from './open-archive.ts';
import { assertComplete, assertKnownVersion } from './read-backup.ts';
import { restoreRows } from './restore-rows.ts';
import { type TarEntry, tarEntries } from './tar.ts';
import { TarError } from './tar-header.ts';

/** What killed commands left doesn't block a restore, nor what a start made that was refused because of it. */
const leftovers: readonly string[] = [...Object.values(unfinishedFolders), spoolFolder];

/** In the folder of a restore, for files whose place isn't known yet. */
const arrivedFolder = 'arrived';

export interface Restored extends BackupSummary {
  /** The paths of files that were damaged in the backup, and weren't restored. */
  readonly damaged: readonly string[];
}

/**
 * Restores a backup, a folder or an archive of one, into an empty data folder. Checks every byte against the
 * manifest before putting anything where a shop would find it. Leaves out files that differ from what was backed up: the
 * same may be damaged in every backup, since they share it. With a `databaseUrl`, the rows go into that
 * PostgreSQL database, which must also be empty, and are checked there; `onProgress` is told how far that check is.
 * @throws CommandError, leaving the folder as it was, if the check fails; DatabaseProblem, also if a shop is running on it
 */
export async function restoreBackup(
  source: string,
  dataDir: string,
  databaseUrl: string | null = null,
  onProgress: OnProgress = () => {},
): Promise<Restored> {
  const wasThere = await assertEmptyFolder(dataDir);
  if (databaseUrl !== null) await assertUnused(databaseUrl);
  for (const name of leftovers) await rm(join(dataDir, name), { recursive: true, force: true });
  // Holds files that aren't checked yet.
  const folder = join(dataDir, unfinishedFolders.restore);
  await mkdir(folder, { recursive: true });
  try {
    const summary = await unpack(await entriesOf(source), folder);
    checkDatabase(join(folder, databaseFile), summary);
    markOlder(join(folder, databaseFile));
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
    return new CommandError(
      `${source} is not a complete backup: ${error.message}. Nothing was restored.`,
    );
  }
  if (isDamagedCompression(error)) {
    return new CommandError(
      `${source} is damaged or cut short: it can’t be decompressed. Nothing was restored.`,
    );
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new CommandError(`The backup is incomplete: ${path} is missing.`);
  if (code === 'ENOSPC') return new CommandError('Not enough disk space. Nothing was restored.');
  return error;
}

/** What an operating system keeps in the folder of a disk. */
const ofTheSystem: readonly string[] = ['lost+found', '.DS_Store', 'System Volume Information'];

/** Refuses a folder that isn't empty. Returns whether the folder exists. */
async function assertEmptyFolder(dataDir: string): Promise<boolean> {
  const names = await unlessAbsent(readdir(dataDir));
  if (names?.some((name) => ![...leftovers, ...ofTheSystem].includes(name))) {
    throw new CommandError(
      `${dataDir} is not empty, and restoring never overwrites data. Stop the shop and move that folder away, or set DATA_DIR to a new one.`,
    );
  }
  return names !== null;
}

async function entriesOf(source: string): Promise<AsyncIterable<TarEntry>> {
  const stats = await stat(source).catch(() => null);
  if (!stats) throw new CommandError(`No backup found at ${source}.`);
  if (!stats.isDirectory()) return tarEntries(await openArchive(source));
  await assertComplete(source);
  return backupEntries(source);
}

/** A file of an archive that was written under another name, until it is known to belong to the backup. */
interface Arrived {
  /** As the archive has it. */
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Writes what the manifest lists into `folder`. The manifest may come at any place, and it and all files below the same
 * folder: another program packed them in its own order. No path of an archive is used before the manifest has it.
 */
async function unpack(entries: AsyncIterable<TarEntry>, folder: string): Promise<Restored> {
  const waiting = join(folder, arrivedFolder);
  await mkdir(waiting);
  let backup: Backup | null = null;
  let arrived: Arrived[] = [];
  let count = 0;
  for await (const { path: name, content } of entries) {
    if (isOfSystem(name)) continue;
    if (basename(name) === manifestFile) {
      if (backup) throw new CommandError('It has more than one backup. Pack the folder of one.');
      backup = new Backup(await read(content), name.slice(0, -manifestFile.length), folder);
    } else {
      count += 1;
      const path = join(waiting, String(count));
      arrived.push({ name, path, ...(await write(content, path)) });
    }
    if (!backup) continue;
    for (const each of arrived) await backup.place(each);
    arrived = [];
  }
  if (!backup) throw new CommandError('This is not a shop backup: its manifest is missing.');
  await rm(waiting, { recursive: true });
  return backup.end();
}

/** Puts files that arrived where the manifest has them. */
class Backup {
  readonly #manifest: Manifest;
  /** What precedes each path in the archive. */
  readonly #prefix: string;
  readonly #folder: string;
  readonly #folders = new Set<string>();
  readonly #placed = new Set<string>();
  readonly #damaged: string[] = [];

  constructor(manifest: Manifest, prefix: string, folder: string) {
    this.#manifest = manifest;
    this.#prefix = prefix;
    this.#folder = folder;
  }

  /** @throws CommandError for a file that the manifest doesn't list, and for a database that differs */
  async place(file: Arrived): Promise<void> {
    const path = file.name.startsWith(this.#prefix) ? file.name.slice(this.#prefix.length) : null;
    const expected = path === null ? undefined : this.#manifest.files.get(path);
    if (!expected) throw new CommandError(`${file.name} is not in the backup’s manifest.`);
    if (this.#placed.has(expected.path)) {
      throw new CommandError(`${file.name} is there twice. Nothing was restored.`);
    }
    this.#placed.add(expected.path);
    if (file.bytes !== expected.bytes || file.sha256 !== expected.sha256) {
      if (expected.path === databaseFile) {
        throw new CommandError(
          `${expected.path} is damaged: it differs from what was backed up. Nothing was restored. Use another backup.`,
        );
      }
      this.#damaged.push(expected.path);
      await rm(file.path);
      return;
    }
    const target = join(this.#folder, expected.path);
    await mkdir(dirname(target), { recursive: true });
    await rename(file.path, target);
    this.#folders.add(dirname(target));
  }

  async end(): Promise<Restored> {
    const lost = this.#manifest.files.keys().find((path) => !this.#placed.has(path));
    if (lost !== undefined) {
      throw new CommandError(`The backup is incomplete: ${lost} is missing.`);
    }
    for (const each of this.#folders) await syncPath(each);
    return { ...this.#manifest.summary, damaged: this.#damaged };
  }
}

/** What Apple's tar and Finder add beside files. */
function isOfSystem(name: string): boolean {
  const file = basename(name);
  return file.startsWith('._') || file === '.DS_Store';
}

async function read(content: TarEntry['content']): Promise<Manifest> {
  const manifest = await parseManifest(content);
  if (!manifest) throw new CommandError('The backup’s manifest is damaged. Nothing was restored.');
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

/**
 * Receipts that were made since the backup must not share their numbers with those to come, and no newsletter goes out
 * again.
 */
function markOlder(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database
      .prepare('INSERT OR REPLACE INTO settings (key, value, "updatedAt") VALUES (?, ?, ?)')
      .run('receiptSeries', JSON.stringify(newSeriesMark()), new Date().toISOString());
    // Backups of earlier versions have none.
    const newsletters = database
      .prepare("SELECT 1 FROM sqlite_master WHERE name = 'newsletters'")
      .get();
    if (newsletters) for (const statement of restoredNewsletters) database.exec(statement);
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
