import { isDeepStrictEqual } from 'node:util';
import {
  collectionLimits,
  collectionMessages,
  collectionRefusals,
  type DeletedCollection,
  type EditedCollection,
  editedCollection,
  type StudioCollection,
} from '#contract/studio/collections.ts';
import { fromWire } from '#contract/wire/money.ts';
import {
  assertNoConflicts,
  type ChangedFields,
  mergeFields,
} from '../../platform/audit/merge-fields.ts';
import { differences, recordAction, seenText } from '../../platform/audit/record-action.ts';
import type { AuditedChange } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { recordCatalogueChange } from '../../platform/database/record-catalogue-change.ts';
import { invalidField, Problem } from '../../platform/http/problem.ts';
import { listCollections, readCollection } from './read-collections.ts';

const deletedAction = 'collection.deleted';

/** What the audit log calls fields that it describes in words. */
const auditNames: Readonly<Record<string, string>> = { designIds: 'designs', coverId: 'picture' };

/** Creates an unpublished collection without designs, and returns its id. @throws INVALID if there are too many */
export async function createCollection(change: AuditedChange, name: string): Promise<string> {
  const { tx, now } = change;
  const others = await tx.selectFrom('collections').select(['slug', 'position']).execute();
  if (others.length >= collectionLimits.collections) {
    throw new Problem('INVALID', collectionRefusals.tooMany);
  }
  const id = newId(now);
  const slug = freeSlug(name, new Set(others.map((other) => other.slug)));
  const position = Math.max(-1, ...others.map((other) => other.position)) + 1;
  const row = { id, slug, name, description: '', price: null, coverId: null, isPublished: 0 };
  await tx
    .insertInto('collections')
    .values({ ...row, position })
    .execute();
  const after = { name, slug };
  await recordAction(change, {
    action: 'collection.created',
    subjectId: id,
    before: null,
    after,
  });
  return id;
}

/** A name's letters and digits as a slug that no other collection has. */
function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['collection'];
  const wanted = words
    .join('-')
    .slice(0, collectionLimits.slug - 4)
    .replace(/-$/, '');
  let slug = wanted;
  for (let number = 2; taken.has(slug); number += 1) slug = `${wanted}-${number}`;
  return slug;
}

/**
 * Saves the fields of a collection that changed.
 * @throws NOT_FOUND; CHANGED_MEANWHILE with the fields that somebody else changed too; INVALID if the slug is
 * taken, a design or the cover is unknown, or it would be published without designs
 */
export async function saveCollection(
  change: AuditedChange,
  id: string,
  saved: ChangedFields<EditedCollection>,
): Promise<void> {
  const { tx } = change;
  const before = await readCollection(tx, id);
  const current = editedCollection(before);
  const { merged, conflicts } = mergeFields(current, saved);
  await assertNoConflicts(tx, id, conflicts, (field) => [auditNames[field] ?? field]);
  if (isDeepStrictEqual(merged, current)) return;
  const { designIds: given, price: dollars, ...edited } = merged;
  const designIds = [...new Set(given)];
  await assertCanBeSaved(tx, id, designIds, edited);
  const price = dollars === null ? null : fromWire(dollars);
  await tx
    .updateTable('collections')
    .set({
      ...edited,
      formerSlugs: JSON.stringify(formerSlugs(before, edited.slug)),
      price,
      isPublished: edited.isPublished ? 1 : 0,
      version: before.version + 1,
    })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('collectionDesigns').where('collectionId', '=', id).execute();
  await insertDesigns(tx, id, designIds);
  await recordAction(change, {
    action: 'collection.changed',
    subjectId: id,
    ...differences(seenOf(before), seenOf(await readCollection(tx, id))),
  });
  await recordCatalogueChange(change, null);
}

/** Links to an address go on to the next one, but not for ever. */
function formerSlugs({ slug, formerSlugs }: StudioCollection, next: string): string[] {
  if (slug === next) return formerSlugs;
  const others = formerSlugs.filter((each) => each !== next);
  return [slug, ...others].slice(0, collectionLimits.formerSlugs);
}

async function insertDesigns(
  tx: Transaction,
  collectionId: string,
  designIds: readonly string[],
): Promise<void> {
  if (designIds.length === 0) return;
  const rows = designIds.map((productId, position) => ({ collectionId, productId, position }));
  await tx.insertInto('collectionDesigns').values(rows).execute();
}

async function assertCanBeSaved(
  tx: Transaction,
  id: string,
  designIds: readonly string[],
  { slug, coverId, isPublished }: Pick<EditedCollection, 'slug' | 'coverId' | 'isPublished'>,
): Promise<void> {
  const taken = await tx
    .selectFrom('collections')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (taken) throw invalidField('slug', collectionRefusals.slugTaken);
  if (isPublished && designIds.length === 0) {
    throw invalidField('designIds', collectionMessages.noDesigns);
  }
  if (coverId !== null && !designIds.includes(coverId)) {
    throw invalidField('coverId', collectionRefusals.cover);
  }
  if (designIds.length === 0) return;
  const known = await tx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', designIds)
    .where('commissionId', 'is', null)
    .execute();
  if (known.length !== designIds.length) {
    throw invalidField('designIds', collectionRefusals.unknownDesign);
  }
}

/** What the audit log records of a collection. */
function seenOf(collection: StudioCollection) {
  const { name, slug, description, price, isPublished, designs, coverId } = collection;
  return {
    name,
    slug,
    description,
    price: price === null ? null : fromWire(price),
    isPublished,
    designs: designs.map(({ title }) => title).join(', '),
    picture: designs.find(({ id }) => id === coverId)?.title ?? null,
  };
}

/** Deletes a collection; its designs stay. Returns what `restoreCollection` needs. @throws NOT_FOUND */
export async function deleteCollection(
  change: AuditedChange,
  id: string,
): Promise<DeletedCollection> {
  const { tx } = change;
  const { designs, id: _, version: __, ...collection } = await readCollection(tx, id);
  const order = await listCollections(tx);
  await tx.deleteFrom('collections').where('id', '=', id).execute();
  const { name, slug } = collection;
  const before = { name, slug };
  await recordAction(change, {
    action: deletedAction,
    subjectId: id,
    before,
    after: null,
  });
  await recordCatalogueChange(change, null);
  return {
    ...collection,
    designIds: designs.map((design) => design.id),
    position: order.findIndex((each) => each.id === id),
  };
}

/**
 * Puts back a deleted collection under its id, at its place in the order. Does nothing if it exists.
 * @throws NOT_FOUND if none with this id was deleted; INVALID if its address was taken meanwhile, one of its designs is gone, or there are too many
 */
export async function restoreCollection(
  change: AuditedChange,
  id: string,
  { position, designIds: given, price: dollars, formerSlugs, ...edited }: DeletedCollection,
): Promise<void> {
  const { tx } = change;
  const others = await listCollections(tx);
  if (others.some((each) => each.id === id)) return;
  await assertWasDeleted(tx, id);
  if (others.length >= collectionLimits.collections) {
    throw new Problem('INVALID', collectionRefusals.tooMany);
  }
  const designIds = [...new Set(given)];
  await assertCanBeSaved(tx, id, designIds, edited);
  const price = dollars === null ? null : fromWire(dollars);
  const isPublished = edited.isPublished ? 1 : 0;
  await tx
    .insertInto('collections')
    .values({
      ...edited,
      id,
      price,
      isPublished,
      position,
      formerSlugs: JSON.stringify(formerSlugs),
    })
    .execute();
  await insertDesigns(tx, id, designIds);
  await storeOrder(tx, others.map((each) => each.id).toSpliced(position, 0, id));
  await recordAction(change, {
    action: 'collection.restored',
    subjectId: id,
    before: null,
    after: { name: edited.name, slug: edited.slug },
  });
  await recordCatalogueChange(change, null);
}

async function assertWasDeleted(tx: Transaction, id: string): Promise<void> {
  const deleted = await tx
    .selectFrom('auditLines')
    .select('id')
    .where('subjectId', '=', id)
    .where('action', '=', deletedAction)
    .executeTakeFirst();
  if (!deleted) throw new Problem('NOT_FOUND', collectionRefusals.gone);
}

async function storeOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx.updateTable('collections').set({ position }).where('id', '=', id).execute();
  }
}

/** @throws CHANGED_MEANWHILE unless `ids` are exactly the current collections */
export async function orderCollections(
  change: AuditedChange,
  ids: readonly string[],
): Promise<void> {
  const { tx } = change;
  const there = await listCollections(tx);
  const nameOf = new Map(there.map(({ id, name }) => [id, name]));
  const isSame = ids.length === there.length && new Set(ids).size === ids.length;
  if (!isSame || !ids.every((id) => nameOf.has(id))) {
    throw new Problem('CHANGED_MEANWHILE', collectionRefusals.orderChanged);
  }
  await storeOrder(tx, ids);
  const named = (order: readonly string[]) =>
    seenText(order.map((id) => nameOf.get(id)).join(', '));
  const before = { order: named(there.map(({ id }) => id)) };
  const after = { order: named(ids) };
  const line = { action: 'collections.reordered', subjectId: '' } as const;
  await recordAction(change, { ...line, before, after });
  await recordCatalogueChange(change, null);
}
