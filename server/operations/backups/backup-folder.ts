import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupsFolder } from '../../platform/files/backups-folder.ts';
import { unlessAbsent, unlessForbidden } from '../../platform/files/unless-absent.ts';
import type { BackupKind } from '../../platform/settings/backup-run.ts';
import {
  type BackupSummary,
  type Manifest,
  manifestFile,
  parseManifest,
  readSummary,
} from './manifest.ts';

/** How many backups of each kind are kept, and how many copies made before migrations. */
const keptOfEach = 7;
const namePattern = /^\d{8}T\d{9}Z-(nightly|wanted)$/;
const copyPattern = /^before-.+-(\d{8}T\d{9}Z)\.sqlite$/;

/** A complete backup on the disk. */
export interface StoredBackup {
  readonly name: string;
  readonly kind: BackupKind;
  readonly summary: BackupSummary;
}

/** Names sort by time. */
export function backupName(now: Date, kind: BackupKind): string {
  return `${now.toISOString().replace(/\W/g, '')}-${kind}`;
}

/** Every complete backup that this process may read, newest first. */
export async function listBackups(dataDir: string): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = [];
  for await (const backup of storedBackups(dataDir)) backups.push(backup);
  return backups;
}

/** The newest complete backup; null if there is none. Doesn't read the others. */
export async function newestBackup(dataDir: string): Promise<StoredBackup | null> {
  const { value } = await storedBackups(dataDir).next();
  return value ?? null;
}

/** The manifest of a backup; null if there is no complete backup of that name. */
export async function readManifest(dataDir: string, name: string): Promise<Manifest | null> {
  if (!namePattern.test(name)) return null;
  const path = join(backupsFolder(dataDir), name, manifestFile);
  return unlessAbsent(parseManifest(createReadStream(path)));
}

/**
 * Deletes, of each kind, all but the newest seven, and the incomplete backups that began before `newest`. What another
 * user owns stays.
 */
export async function removeOldBackups(dataDir: string, newest: string): Promise<void> {
  const folder = backupsFolder(dataDir);
  const whole = await listBackups(dataDir);
  const kept = new Set(
    ['nightly', 'wanted'].flatMap((kind) =>
      whole
        .filter((backup) => backup.kind === kind)
        .slice(0, keptOfEach)
        .map(({ name }) => name),
    ),
  );
  for (const { name } of await backupNames(dataDir)) {
    if (name < newest && !kept.has(name)) await unlessForbidden(removeBackup(dataDir, name));
  }
  const copies = (await readdir(folder))
    .flatMap((name) => {
      const [, at] = copyPattern.exec(name) ?? [];
      return at === undefined ? [] : [{ name, at }];
    })
    .sort((a, b) => b.at.localeCompare(a.at));
  for (const { name } of copies.slice(keptOfEach)) await rm(join(folder, name));
}

/** Deletes the manifest first: if interrupted, the rest is an incomplete backup and is deleted the next time. */
export async function removeBackup(dataDir: string, name: string): Promise<void> {
  const folder = join(backupsFolder(dataDir), name);
  await rm(join(folder, manifestFile), { force: true });
  await rm(folder, { recursive: true, force: true });
}

async function* storedBackups(dataDir: string): AsyncGenerator<StoredBackup, undefined> {
  for (const { name, kind } of await backupNames(dataDir)) {
    const summary = await readSummary(join(backupsFolder(dataDir), name, manifestFile));
    if (summary) yield { name, kind, summary };
  }
}

async function backupNames(
  dataDir: string,
): Promise<{ readonly name: string; readonly kind: BackupKind }[]> {
  const names = (await unlessForbidden(readdir(backupsFolder(dataDir)))) ?? [];
  return names
    .flatMap((name) => {
      const [, kind] = namePattern.exec(name) ?? [];
      return kind === undefined ? [] : [{ name, kind: kind as BackupKind }];
    })
    .sort((a, b) => b.name.localeCompare(a.name));
}
