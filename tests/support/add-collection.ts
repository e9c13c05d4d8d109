import { newId } from '#server/platform/database/new-id.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import type { AppServices } from '#server/services.ts';

/** Adds a published collection of these designs directly to the database; returns its id. */
export async function addCollection(
  { database, clock }: Pick<AppServices, 'database' | 'clock'>,
  collection: {
    readonly slug: string;
    readonly name?: string;
    /** Cents, for all designs. */
    readonly price?: number | null;
    readonly productIds: readonly string[];
  },
): Promise<string> {
  const now = clock();
  const id = newId(now);
  const { slug, name = slug, price = null, productIds } = collection;
  await database.write(async (tx) => {
    const row = { id, slug, name, price, description: '', coverId: null };
    await tx
      .insertInto('collections')
      .values({ ...row, isPublished: 1, position: 0 })
      .execute();
    const members = productIds.map((productId, position) => ({
      collectionId: id,
      productId,
      position,
    }));
    await tx.insertInto('collectionDesigns').values(members).execute();
    await recordCatalogueChange({ tx, now }, null);
  });
  return id;
}
