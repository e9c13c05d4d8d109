import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listBackups, type StoredBackup } from '#server/operations/backups/backup-folder.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { databaseFile } from '#server/platform/database/sqlite.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import type { Evidence, Verdict } from './check-trust.ts';

/** How many backups were made, and whether they have what they must. */
export interface Backups {
  readonly count: number;
  readonly verdict: Verdict;
}

/** Restores each shop's newest backup: it must have the accounts that were acknowledged before it began. */
export async function checkBackups(
  { services, done }: Evidence,
  shops: readonly string[],
  folder: string,
): Promise<Backups> {
  const made = await services.database.read
    .selectFrom('auditLines')
    .select('subjectId')
    .where('action', '=', 'made a backup')
    .execute();
  const faults: string[] = [];
  let compared = 0;
  for (const [at, dataDir] of shops.entries()) {
    const [newest] = await listBackups(dataDir);
    if (!newest) continue;
    const target = join(folder, `restored-${at}`);
    await restoreBackup(join(backupsFolder(dataDir), newest.name), target);
    const expected = acknowledgedBefore(newest, done.emails);
    const found = emailsIn(target);
    const missing = expected.filter((email) => !found.has(email));
    faults.push(...missing.map((email) => `${newest.name} lacks the account ${email}`));
    compared += expected.length;
  }
  if (made.length > 0 && compared === 0) faults.push('no backup has an account');
  const seen = `${made.length} backups, ${compared} accounts compared after a restore`;
  const promise = 'backups have what was acknowledged before they began';
  return { count: made.length, verdict: { promise, seen, faults } };
}

function acknowledgedBefore(
  { summary: { madeAt } }: StoredBackup,
  emails: ReadonlyMap<string, number>,
): string[] {
  return [...emails].flatMap(([email, at]) => (at < Date.parse(madeAt) ? [email] : []));
}

function emailsIn(dataDir: string): ReadonlySet<string> {
  const database = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true });
  const rows = database.prepare('SELECT email FROM accounts').all();
  database.close();
  return new Set(rows.map(({ email }) => String(email)));
}
