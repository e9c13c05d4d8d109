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

/** Restores each shop's newest backup: it must have the accounts and paid orders acknowledged before it began. */
export async function checkBackups(
  { services, done }: Evidence,
  shops: readonly string[],
  folder: string,
): Promise<Backups> {
  const made = await services.database.read
    .selectFrom('auditLines')
    .select('subjectId')
    .where('action', '=', 'backup.made')
    .execute();
  const faults: string[] = [];
  let compared = 0;
  for (const [at, dataDir] of shops.entries()) {
    const [newest] = await listBackups(dataDir);
    if (!newest) continue;
    const target = join(folder, `restored-${at}`);
    await restoreBackup(join(backupsFolder(dataDir), newest.name), target);
    const expected = acknowledgedBefore(newest, [...done.emails, ...done.paidAt]);
    const found = keysIn(target);
    const missing = expected.filter((key) => !found.has(key));
    faults.push(...missing.map((key) => `${newest.name} lacks the account or order ${key}`));
    compared += expected.length;
  }
  if (made.length > 0 && compared === 0)
    faults.push('no backup was made late enough to compare anything');
  const seen = `${made.length} backups, ${compared} accounts and orders compared after a restore`;
  const promise = 'backups have what was acknowledged before they began';
  return { count: made.length, verdict: { promise, seen, faults } };
}

function acknowledgedBefore(
  { summary: { madeAt } }: StoredBackup,
  acknowledged: readonly (readonly [key: string, at: number])[],
): string[] {
  return acknowledged.flatMap(([key, at]) => (at < Date.parse(madeAt) ? [key] : []));
}

/** The e-mails of its accounts and the ids of its paid orders. */
function keysIn(dataDir: string): ReadonlySet<string> {
  const database = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true });
  const rows = database
    .prepare("SELECT email AS key FROM accounts UNION SELECT id FROM orders WHERE state = 'paid'")
    .all();
  database.close();
  return new Set(rows.map(({ key }) => String(key)));
}
