import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { backupsFolder } from './backups-folder.ts';

const privateFolder = 0o700;
const privateFile = 0o600;
const databasePattern = /\.sqlite/;

/** From now on only this user can read what this process and its children write. */
export function writePrivately(): void {
  process.umask(0o077);
}

/**
 * Makes DATA_DIR, its folders, its databases and those in backups unreadable to others, since codes,
 * TOTP secrets and signing keys are in them. Files in their subfolders are protected by these
 * folders, so a start never walks a million files. Answers the paths that couldn't be changed, as on a
 * disk that knows no permissions or belongs to somebody else.
 */
export function protectData(dataDir: string): string[] {
  const refused: string[] = [];
  const protect = (path: string, mode: number) => {
    try {
      chmodSync(path, mode);
    } catch (error) {
      // A database that another process closes loses the files beside it.
      if (Reflect.get(error as object, 'code') !== 'ENOENT') refused.push(path);
    }
  };
  /** Answers the folders in it. */
  const protectEntries = (folder: string): string[] => {
    const folders: string[] = [];
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
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
  mkdirSync(dataDir, { recursive: true });
  protect(dataDir, privateFolder);
  const folders = protectEntries(dataDir);
  const backups = backupsFolder(dataDir);
  if (folders.includes(backups)) protectEntries(backups).forEach(protectEntries);
  return refused;
}
