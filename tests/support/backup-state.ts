import { expect } from 'vitest';
import { listBackups } from '#server/operations/backups/backup-folder.ts';
import { makeDueBackup } from '#server/operations/backups/backup-run.ts';
import type { Database } from '#server/platform/database/open.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import type { TestServices } from './make-services.ts';
import { queuedMails } from './queued-mails.ts';

/** The names of the complete backups. */
export async function wholeNames({ env }: TestServices): Promise<string[]> {
  return (await listBackups(env.dataDir)).map(({ name }) => name);
}

/** What the shop has stored about its last backup. */
export async function runOf({ database }: TestServices) {
  return (await readSetting(database.read, 'backupRun')).value;
}

/** Makes the backup that is due in a process that is killed while it copies the database: it writes nothing any more. */
export async function dieDuringBackup(
  services: TestServices,
  { mayBeNightly }: { readonly mayBeNightly: boolean },
): Promise<void> {
  let isDead = false;
  const database: Database = {
    ...services.database,
    write: (work, owner) =>
      isDead ? Promise.reject(new Error('killed')) : services.database.write(work, owner),
    copyTo() {
      isDead = true;
      return Promise.reject(new Error('killed'));
    },
  };
  const { signal } = new AbortController();
  const looking = makeDueBackup({ ...services, database }, { mayBeNightly, signal });
  await expect(looking).rejects.toThrow('killed');
}

/** The mails that say that a backup failed. */
export const failureMails = (services: TestServices) =>
  queuedMails(services, { subject: /^The last backup failed$/ });
