import { collectionLimits } from '#contract/studio/collections.ts';
import type { ImportChoices } from '#contract/studio/import-choices.ts';
import { limits } from '#contract/wire/limits.ts';
import { recordAction, seenText } from '../../platform/audit/record-action.ts';
import type { AuditedChange } from '../../platform/database/change.ts';
import { createCollection } from '../collections/save-collection.ts';
import { splitTags } from './chosen-tags.ts';
import type { SourceDesign } from './parsed-file.ts';
import { sameName } from './same-name.ts';

type Choices = Pick<ImportChoices, 'collections' | 'tags'>;

/** The product types, sections and tags whose designs go into a collection. */
function chosenWords({ collections, tags }: Choices): readonly string[] {
  const ofTags = Object.entries(tags).flatMap(([tag, { as }]) =>
    as === 'collection' ? [tag] : [],
  );
  return [...collections, ...ofTags];
}

/** Whether designs go into collections, where they follow each other as in the file. */
export function choosesCollections(choices: Choices): boolean {
  return chosenWords(choices).length > 0;
}

/**
 * Makes the collections that were chosen and that the shop doesn't have, unpublished and named after their
 * product type, section or tag.
 * @throws INVALID if there are too many
 */
export async function makeChosenCollections(
  change: AuditedChange,
  choices: Choices,
): Promise<void> {
  const known = await change.tx.selectFrom('collections').select(['id', 'name']).execute();
  for (const word of chosenWords(choices)) {
    const name = nameOf(word);
    if (name === '' || sameName(known, name)) continue;
    known.push({ id: await createCollection(change, name), name });
  }
}

/**
 * Puts an imported design last into the collections chosen for its type and tags. Returns the names of those that
 * have no room.
 */
export async function addToCollections(
  change: AuditedChange,
  design: { readonly id: string } & Pick<SourceDesign, 'title' | 'type' | 'tags'>,
  choices: Choices,
): Promise<string[]> {
  const ofType = choices.collections.includes(design.type) ? [design.type] : [];
  const words = [...ofType, ...splitTags(design.tags, choices).collections];
  if (words.length === 0) return [];
  const ours = await change.tx.selectFrom('collections').select(['id', 'name']).execute();
  const chosen = new Set(words.flatMap((word) => sameName(ours, nameOf(word)) ?? []));
  const full: string[] = [];
  for (const { id, name } of chosen) if (!(await addLast(change, id, design))) full.push(name);
  return full;
}

/** Returns false if the collection has no room. */
async function addLast(
  change: AuditedChange,
  collectionId: string,
  { id: productId, title }: { readonly id: string; readonly title: string },
): Promise<boolean> {
  const { tx } = change;
  // Raised first, so that designs imported at the same time follow each other, and an open editor learns of it.
  await tx
    .updateTable('collections')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', collectionId)
    .execute();
  const { count, last, own } = await tx
    .selectFrom('collectionDesigns')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.max<number | null>('position').as('last'),
      eb.fn.max(eb.case().when('productId', '=', productId).then(1).else(0).end()).as('own'),
    ])
    .where('collectionId', '=', collectionId)
    .executeTakeFirstOrThrow();
  if (Number(own ?? 0) === 1) return true;
  if (Number(count) >= limits.collectionDesigns) return false;
  await tx
    .insertInto('collectionDesigns')
    .values({ collectionId, productId, position: Number(last ?? -1) + 1 })
    .execute();
  await recordAction(change, {
    action: 'collection.changed',
    subjectId: collectionId,
    before: { designs: null },
    after: { designs: seenText(title) },
  });
  return true;
}

function nameOf(word: string): string {
  return word.slice(0, collectionLimits.name).trim();
}
