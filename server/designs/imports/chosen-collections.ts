import { collectionLimits } from '#contract/studio/collections.ts';
import type { ImportChoices } from '#contract/studio/import-choices.ts';
import { limits } from '#contract/wire/limits.ts';
import type { AuditedChange } from '../../platform/database/change.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { createCollection } from '../collections/save-collection.ts';
import { splitTags } from './chosen-tags.ts';
import type { SourceDesign } from './reading.ts';
import { sameName } from './same-name.ts';

type Choices = Pick<ImportChoices, 'collections' | 'tags'>;

/**
 * Makes the collections that were chosen and that the shop doesn't have, unpublished and named after their
 * product type, section or tag.
 * @throws INVALID if there are too many
 */
export async function makeChosenCollections(
  change: AuditedChange,
  { collections, tags }: Choices,
): Promise<void> {
  const ofTags = Object.entries(tags).flatMap(([tag, { as }]) =>
    as === 'collection' ? [tag] : [],
  );
  const known = await change.tx.selectFrom('collections').select(['id', 'name']).execute();
  for (const word of [...collections, ...ofTags]) {
    const name = nameOf(word);
    if (name === '' || sameName(known, name)) continue;
    known.push({ id: await createCollection(change, name), name });
  }
}

/** Puts an imported design last into the collections chosen for its type and tags, while these have room. */
export async function addToCollections(
  tx: Transaction,
  productId: string,
  { type, tags }: Pick<SourceDesign, 'type' | 'tags'>,
  choices: Choices,
): Promise<void> {
  const ofType = choices.collections.includes(type) ? [type] : [];
  const words = [...ofType, ...splitTags(tags, choices).collections];
  if (words.length === 0) return;
  const ours = await tx.selectFrom('collections').select(['id', 'name']).execute();
  const ids = new Set(words.flatMap((word) => sameName(ours, nameOf(word))?.id ?? []));
  for (const collectionId of ids) await addLast(tx, collectionId, productId);
}

async function addLast(tx: Transaction, collectionId: string, productId: string): Promise<void> {
  // Raised first, so that designs imported at the same time follow each other, and an open editor learns of it.
  await tx
    .updateTable('collections')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', collectionId)
    .execute();
  const { count, last } = await tx
    .selectFrom('collectionDesigns')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.max<number | null>('position').as('last'),
    ])
    .where('collectionId', '=', collectionId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.collectionDesigns) return;
  await tx
    .insertInto('collectionDesigns')
    .values({ collectionId, productId, position: Number(last ?? -1) + 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function nameOf(word: string): string {
  return word.slice(0, collectionLimits.name).trim();
}
