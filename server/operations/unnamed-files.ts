import { sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import type { Addressed } from '../platform/files/file-store.ts';
import type { Services } from '../platform/services.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { isUnderWay } from './backups/backup-run.ts';

type Column = { [T in keyof Tables]: readonly [T, keyof Tables[T] & string] }[keyof Tables];

/** How an order names the picture of a design. */
const inAddress = '/images/';

/** Every column that names what is addressed by content, and what stands in it before the digest. */
const naming: Readonly<Record<Addressed, readonly { column: Column; before: string }[]>> = {
  originals: [
    { column: ['productFiles', 'sha256'], before: '' },
    { column: ['fileVersions', 'sha256'], before: '' },
    { column: ['products', 'archiveSha256'], before: '' },
    { column: ['productImages', 'sourceSha256'], before: '' },
    { column: ['designWork', 'sha256'], before: '' },
    { column: ['fileUploads', 'sha256'], before: '' },
  ],
  previews: [
    { column: ['productImages', 'hash'], before: '' },
    { column: ['featuredImages', 'hash'], before: '' },
    { column: ['orderItems', 'imageUrl'], before: inAddress },
  ],
};

/** Longer than it takes from the bytes to the row that names them, and to notice a wrong database. */
const unnamedMs = 86_400_000;
/** The first two digits of a digest: so many are looked at in one go. */
const starts = Array.from({ length: 256 }, (_, start) => start.toString(16).padStart(2, '0'));

/**
 * Removes originals and previews that no row names: of replaced archives, refused uploads and deleted
 * drafts. Only what was there the last time already, a day ago at least, as this database remembers
 * it: an older copy that is put in its place, or an empty one, takes nothing of what it never knew
 * before somebody has had a day to notice. It leaves the rest for the next day once `isStopped`, and as
 * soon as a backup is under way: the database in that may still name them.
 */
export async function removeUnnamedFiles(
  services: Pick<Services, 'database' | 'files' | 'clock'>,
  isStopped = () => false,
): Promise<void> {
  const { database, files, clock } = services;
  const now = clock();
  const { value: seenAt } = await readSetting(database.read, 'filesSeenAt');
  const instant = new Date(seenAt ?? 0);
  if (now.getTime() - instant.getTime() < unnamedMs) return;
  for (const kind of ['originals', 'previews'] as const) {
    for (const start of starts) {
      if (isStopped()) return;
      const digests = await files.digestsOf(kind, start);
      if (digests.length === 0) continue;
      const named = await namedDigests(database.read, kind, start);
      const { value: backup } = await readSetting(database.read, 'backupRun');
      // Looked at after the rows: one that began before them is seen here.
      if (isUnderWay(backup, clock())) return;
      for (const digest of digests) {
        if (!named.has(digest)) await files.removeBefore(kind, digest, instant);
      }
    }
  }
  await database.write((tx) => writeSetting(tx, now, 'filesSeenAt', now.toISOString()));
}

/** In one statement, so that none is missed on its way from one table to another. */
async function namedDigests(
  read: Services['database']['read'],
  kind: Addressed,
  start: string,
): Promise<ReadonlySet<string>> {
  const parts = naming[kind].map(({ column: [table, name], before }) => {
    const column = sql.ref(name);
    const [first, last] = [`${before}${start}`, `${before}${start}g`];
    return sql`select substr(${column}, ${before.length + 1}, 64) as digest
      from ${sql.table(table)} where ${column} >= ${first} and ${column} < ${last}`;
  });
  const { rows } = await sql<{ digest: string }>`${sql.join(parts, sql` union all `)}`.execute(
    read,
  );
  return new Set(rows.map(({ digest }) => digest));
}
