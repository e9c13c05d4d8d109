import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileFolders } from '../files/file-paths.ts';
import { unfinishedFolders } from '../files/unfinished-folders.ts';
import { inThread } from './in-thread.ts';

/** Why the database can't be used and what to do, in one line for the shop's owner. */
export class DatabaseProblem extends Error {
  override name = 'DatabaseProblem';
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, the low byte of an extended code. */
const damagedCodes = new Set([11, 26]);
/** SQLITE_FULL. */
const fullCode = 13;
/** SQLITE_BUSY. */
const busyCode = 5;
/** The check at start takes about 1 ms per megabyte; a larger database is only checked each night. */
const quickCheckBytes = 256 * 1024 * 1024;

/**
 * Detects a lost database: a shop has files, but its database is missing or empty, or a backup was being restored or
 * moved. A new one must not replace it.
 * @throws DatabaseProblem
 */
export function assertNotLost(directory: string, file: string): void {
  const bytes = bytesOf(join(directory, file));
  if (bytes) return;
  const hasLog = Boolean(bytesOf(join(directory, `${file}-wal`)));
  if (!hasShopFiles(directory) && !hasLog) {
    assertNoneComing(directory);
    return;
  }
  const state = bytes === null ? 'missing' : 'empty';
  throw new DatabaseProblem(
    `The database ${join(directory, file)} is ${state}, but there are files of a shop beside it. ${howToRestore(directory)}`,
  );
}

/** Whether there are files of a shop, or backups of one, in the data folder. */
export function hasShopFiles(directory: string): boolean {
  return [...fileFolders, 'backups'].some((folder) => hasEntries(join(directory, folder)));
}

/** Detects a backup that was being restored or moved. A new shop must not replace it. @throws DatabaseProblem */
export function assertNoneComing(directory: string): void {
  for (const [command, name] of Object.entries(unfinishedFolders)) {
    const folder = join(directory, name);
    if (!hasEntries(folder)) continue;
    throw new DatabaseProblem(
      `npm run ${command} was interrupted. Run the same command again. To begin a new shop instead, delete ${folder}.`,
    );
  }
}

/** Checks a database of at most 256 MB. @throws DatabaseProblem if it is damaged */
export function quickCheck(database: DatabaseSync, directory: string, file: string): void {
  if ((bytesOf(join(directory, file)) ?? 0) > quickCheckBytes) return;
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (verdict !== 'ok') throw damagedDatabase(directory, file, String(verdict));
}

/** Converts an error of opening or copying to DatabaseProblem if its owner can mend it; returns any other unchanged. */
export function openProblem(error: unknown, directory: string, file: string): unknown {
  if (isOfAnotherVersion(error)) return anotherVersion(join(directory, file));
  if (isBusy(error)) {
    return new DatabaseProblem(
      `The database ${join(directory, file)} is in use by another program, such as npm run move. Wait until it has ended.`,
    );
  }
  if (isFull(error)) {
    const megabytes = Math.ceil((bytesOf(join(directory, file)) ?? 0) / 1e6);
    return new DatabaseProblem(
      `The disk has no room to open the database ${join(directory, file)} (${megabytes} MB). An update needs about twice its size free. Free up some, or move old backups elsewhere, and start again.`,
    );
  }
  return isDamage(error) ? damagedDatabase(directory, file, (error as Error).message) : error;
}

/**
 * Checks a database file that nobody else writes, including all indexes, without blocking this process: about
 * 7 ms per megabyte. Returns the problems in SQLite's words; empty if there are none.
 */
export async function checkIntegrity(path: string): Promise<readonly string[]> {
  try {
    return await inThread(new URL('./integrity-worker.ts', import.meta.url), path);
  } catch (error) {
    if (isDamage(error)) return [(error as Error).message];
    throw error;
  }
}

/** Whether Kysely found that migrations were applied which this version doesn't know. */
export function isOfAnotherVersion(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('corrupted migrations');
}

/** Says that `database` needs another version of the shop. */
export function anotherVersion(database: string): DatabaseProblem {
  return new DatabaseProblem(
    `The database ${database} was made by another version of the shop: a newer one, or one before 1.0. Start it with that version.`,
  );
}

/** Whether SQLite failed because of what is in the file. */
function isDamage(error: unknown): boolean {
  return damagedCodes.has(codeOf(error));
}

/** Whether the disk has no room. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === fullCode || (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC';
}

/** Whether SQLite failed because another connection has the database for itself. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === busyCode;
}

/** The low byte of SQLite's code; -1 for other errors. */
function codeOf(error: unknown): number {
  const code = error instanceof Error ? Reflect.get(error, 'errcode') : null;
  return typeof code === 'number' ? code & 0xff : -1;
}

/** Describes a database in which SQLite found `found`. */
export function damagedDatabase(directory: string, file: string, found: string): DatabaseProblem {
  const line = found.replaceAll(/\s+/g, ' ');
  return new DatabaseProblem(
    `The database ${join(directory, file)} is damaged (${line}). ${howToRestore(directory)}`,
  );
}

function howToRestore(directory: string): string {
  return `Move ${directory} elsewhere and restore its newest backup: npm run restore -- ELSEWHERE/backups/NAME`;
}

/** Null if there is no such file. */
function bytesOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

function hasEntries(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  return readdirSync(folder).length > 0;
}
