import { fileLimits } from '#contract/studio/files.ts';
import type { Services } from '../../platform/services/services.ts';

const day = 86_400_000;
/** Deletes abandoned uploads. */
export async function removeOldUploads({ database, clock }: Services): Promise<void> {
  const oldest = new Date(clock().getTime() - fileLimits.uploadDays * day).toISOString();
  await database.write((tx) =>
    tx.deleteFrom('fileUploads').where('touchedAt', '<', oldest).execute(),
  );
}

/** Deletes parts stored before `instant` that belong to no upload, because a crash left them or it was abandoned. */
export async function removeUnclaimedParts(services: Services, instant: Date): Promise<void> {
  for (const part of await services.files.partsBefore(instant)) {
    await removeUnclaimedPart(services, part);
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
