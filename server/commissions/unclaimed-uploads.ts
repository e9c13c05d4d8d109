import type { Services } from '../platform/services/services.ts';

/** Longer than any request takes to arrive. */
const unclaimedMs = 3_600_000;

/** Deletes pictures that belong to no request, message or review, because a crash interrupted it or it was deleted. */
export async function removeUnclaimedUploads(services: Services): Promise<void> {
  const { files, clock } = services;
  const names = await files.uploadsBefore(new Date(clock().getTime() - unclaimedMs));
  await removeUnclaimed(services, names);
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
