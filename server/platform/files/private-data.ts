import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EnvError } from '../env.ts';
import { backupsFolder } from './backups-folder.ts';

const privateFolder = 0o700;
const privateFile = 0o600;
const databasePattern = /\.sqlite/;

/** Makes everything that this process and its children write from now on readable by this user only. */
export function writePrivately(): void {
  process.umask(0o077);
}

export interface UnprotectedPath {
  readonly path: string;
  /** Such as EPERM for a file of another owner, or EIO where the disk fails. */
  readonly code: string;
}

/**
 * Makes DATA_DIR, its folders, its databases and those in backups unreadable to others, because they contain
 * codes, TOTP secrets and signing keys. Files in subfolders are protected by their folders, so that a start
 * never walks a million files. Returns the paths that couldn't be changed, as on a disk without permissions
 * or of another owner, each with the file system's code; this process may be unable to read them, too.
 * @throws EnvError if it isn't a folder that can be read and written
 */
export function protectData(dataDir: string): UnprotectedPath[] {
  const refused = new Map<string, string>();
  /** Null if the file system refused it, or if there is nothing. */
  const unlessRefused = <T>(path: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!isOfFileSystem(error)) throw error;
      // When another process closes a database, the files beside it disappear.
      if (error.code !== 'ENOENT' && !refused.has(path)) refused.set(path, error.code);
      return null;
    }
  };
  const protect = (path: string, mode: number) => {
    unlessRefused(path, () => chmodSync(path, mode));
  };
  /** Returns the folders in it. */
  const protectEntries = (folder: string): string[] => {
    const folders: string[] = [];
    const entries = unlessRefused(folder, () => readdirSync(folder, { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        folders.push(path);
        protect(path, privateFolder);
      } else if (entry.isFile() && databasePattern.test(entry.name)) {
        protect(path, privateFile);
      }
    }
    return folders;
  };
  openFolder(dataDir);
  protect(dataDir, privateFolder);
  const folders = protectEntries(dataDir);
  const backups = backupsFolder(dataDir);
  if (folders.includes(backups)) protectEntries(backups).forEach(protectEntries);
  return [...refused].map(([path, code]) => ({ path, code }));
}

function isOfFileSystem(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error;
}

function openFolder(dataDir: string): void {
  try {
    makeFolder(resolve(dataDir));
    readdirSync(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = String(Reflect.get(error as object, 'code'));
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    throw new EnvError(
      `DATA_DIR must be a folder that can be written; ${dataDir} ${isFile ? 'is a file, or inside one' : `is not (${code})`}`,
    );
  }
}

/** Makes a folder and those above it. `recursive` never ends where folders can't be made, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path);
}
