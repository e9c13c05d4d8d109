import { fileLimits } from '#contract/studio/files.ts';
import type { Services } from '../../platform/services/services.ts';

const day = 86_400_000;
/** Longer than any part takes to arrive. */
const unclaimedMs = 3_600_000;

/** Deletes abandoned uploads, and parts that a crash left behind. */
export async function removeOldUploads({ database, files, clock }: Services): Promise<void> {
  const now = clock().getTime();
  const oldest = new Date(now - fileLimits.uploadDays * day).toISOString();
  await database.write((tx) =>
    tx.deleteFrom('fileUploads').where('touchedAt', '<', oldest).execute(),
  );
  for (const part of await files.partsBefore(new Date(now - unclaimedMs))) {
    await removeUnclaimedPart({ database, files }, part);
  }
}

/** Deletes a part that belongs to no upload. @throws if the database can't be asked */
export async function removeUnclaimedPart(
  { database, files }: Pick<Services, 'database' | 'files'>,
  part: string,
): Promise<void> {
  const claimed = await database.read
    .selectFrom('uploadParts')
    .select('part')
    .where('part', '=', part)
    .executeTakeFirst();
  if (!claimed) await files.removePart(part);
}
