import { sql } from 'kysely';
import type { AboutPage } from '#contract/shop/written-page.ts';
import type { Look } from '#contract/studio/look.ts';
import { contentVersions } from '../platform/content/stored-content.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Addressed } from '../platform/files/file-store.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { isUnderWay } from './backups/backup-run.ts';
import { deletableBefore } from './deletable-files.ts';

type Column = { [T in keyof Tables]: readonly [T, keyof Tables[T] & string] }[keyof Tables];

/** How an order refers to a design's picture. */
const inAddress = '/images/';

/** Every column that refers to content-addressed files, and the prefix before the digest. */
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

/** The first two digits of a digest; files are checked one such group at a time. */
const starts = Array.from({ length: 256 }, (_, start) => start.toString(16).padStart(2, '0'));

/**
 * Deletes originals and previews that no row refers to: of replaced archives, refused uploads and deleted
 * drafts; only those that `deletableBefore` allows. Stops once `isStopped`, and as soon as a backup is running,
 * because the backup's copy of the database may still refer to the files. The rest is left for the next day.
 */
export async function removeUnreferencedFiles(
  services: Pick<Services, 'database' | 'files' | 'clock'>,
  isStopped = () => false,
): Promise<void> {
  const { database, files, clock } = services;
  const now = clock();
  const instant = await deletableBefore(services);
  if (instant === null) return;
  for (const kind of ['originals', 'previews'] as const) {
    for (const start of starts) {
      if (isStopped()) return;
      const digests = await files.digestsOf(kind, start);
      if (digests.length === 0) continue;
      const named = await namedDigests(database.read, kind, start);
      const { value: backup } = await readSetting(database.read, 'backupRun');
      // Checked after the rows, so that a backup that began before them is seen.
      if (isUnderWay(backup)) return;
      const unnamed = digests.filter((digest) => !named.has(digest));
      for (const digest of unnamed) await files.removeBefore(kind, digest, instant);
      if (kind === 'originals' && unnamed.length > 0) {
        await database.write((tx) =>
          tx.deleteFrom('fileChecksums').where('sha256', 'in', unnamed).execute(),
        );
      }
    }
  }
  await database.write((tx) => writeSetting({ tx, now }, 'filesSeenAt', now.toISOString()));
}

/** One statement, so that no digest is missed while it moves from one table to another; logos never move. */
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
  const logos = kind === 'previews' ? await logoDigests(read) : [];
  return new Set([...rows.map(({ digest }) => digest), ...logos]);
}

/** The logos and faces of every version of the texts, since each can be restored. */
async function logoDigests(read: Services['database']['read']): Promise<string[]> {
  const looks = await contentVersions(read, 'look');
  const pages = await contentVersions(read, 'about');
  const people = pages.flatMap(({ content }) => (content as AboutPage).people);
  return [
    ...looks.flatMap(({ content }) => (content as Look).logo?.hash ?? []),
    ...people.flatMap(({ picture }) => picture?.hash ?? []),
  ];
}
