import { listBackups } from '#server/operations/backups/backup-folder.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import type { TestServices } from './make-services.ts';

/** The names of the complete backups. */
export async function wholeNames({ env }: TestServices): Promise<string[]> {
  return (await listBackups(env.dataDir)).map(({ name }) => name);
}

/** What the shop has stored about its last backup. */
export async function runOf({ database }: TestServices) {
  return (await readSetting(database.read, 'backupRun')).value;
}
