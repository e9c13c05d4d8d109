import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../../platform/command-error.ts';
import {
  lastBeforeBaseline,
  versionBeforeBaseline,
} from '../../platform/database/adopt-baseline.ts';
import { migrations } from '../../platform/database/migrations/migrations.ts';
import { type BackupSummary, type Manifest, manifestFile, parseManifest } from './manifest.ts';

/**
 * Reads the manifest of the backup in this folder.
 * @throws CommandError if there is none that this version of the shop can use
 */
export async function readBackup(folder: string): Promise<Manifest> {
  await assertComplete(folder);
  const manifest = await parseManifest(createReadStream(join(folder, manifestFile)));
  if (!manifest) {
    throw new CommandError(`${folder} is not a complete backup: its manifest is damaged.`);
  }
  assertKnownVersion(manifest.summary);
  return manifest;
}

/** @throws CommandError if there is no backup in this folder, or one that was never finished */
export async function assertComplete(folder: string): Promise<void> {
  if ((await readdir(folder)).includes(manifestFile)) return;
  throw new CommandError(
    `${folder} is not a complete backup: ${manifestFile}, which is written last, is missing.`,
  );
}

/** @throws CommandError if another version of the shop made the backup, and this one doesn't know how to read it */
export function assertKnownVersion({ migration }: BackupSummary): void {
  if (migration in migrations || migration === lastBeforeBaseline) return;
  throw new CommandError(
    migration < lastBeforeBaseline
      ? `The backup was made by an early version of the shop (${migration}). Restore it and start the shop once with version ${versionBeforeBaseline}, then with this one.`
      : `The backup was made by another version of the shop (${migration}), a newer one. Restore it with that version.`,
  );
}
