import type { Services } from '../platform/services/services.ts';

/**
 * Deletes pictures stored before `instant` that belong to no request, message or review, because a crash interrupted it
 * or it was deleted.
 */
export async function removeUnclaimedUploads(services: Services, instant: Date): Promise<void> {
  await removeUnclaimed(services, await services.files.uploadsBefore(instant));
}

/** Deletes those of these pictures that belong to no request, message or review. @throws if the database can't be asked */
export async function removeUnclaimed(
  { database, files }: Services,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const claimed = await database.read
      .selectFrom('customRequestImages')
      .select('id')
      .where('upload', '=', name)
      .unionAll((from) =>
        from.selectFrom('messagePictures').select('id').where('upload', '=', name),
      )
      .unionAll((from) => from.selectFrom('reviews').select('id').where('upload', '=', name))
      .executeTakeFirst();
    if (!claimed) await files.removeUpload(name);
  }
}
