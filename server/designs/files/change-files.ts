import { fileMessages } from '#contract/studio/files.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import type { AuditedChange } from '../../platform/database/change.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { freeName, safeName } from '../../platform/files/safe-name.ts';
import { Problem } from '../../platform/http/problem.ts';
import { filesChanged, findDesign, recordShownFiles } from './files-changed.ts';
import { needsFiles } from './with-buyer.ts';

/**
 * Sets the order of a design's pictures.
 * @throws INVALID unless `ids` are exactly its pictures: one added in the meantime has no known place
 */
export async function orderImages(
  change: AuditedChange,
  designId: string,
  ids: readonly string[],
): Promise<void> {
  const design = await findDesign(change.tx, designId);
  if (await setOrder(change, 'productImages', 'pictures.reordered', designId, ids))
    await recordShownFiles(change, design);
}

/** Sets the order of a design's files, which the archive uses too. */
export async function orderFiles(
  change: AuditedChange,
  designId: string,
  ids: readonly string[],
): Promise<void> {
  const design = await findDesign(change.tx, designId);
  if (await setOrder(change, 'productFiles', 'files.reordered', designId, ids))
    await filesChanged(change, design);
}

/** Sets an order with its audit line. Returns false if it didn't change. */
async function setOrder(
  change: AuditedChange,
  table: 'productImages' | 'productFiles',
  action: 'pictures.reordered' | 'files.reordered',
  productId: string,
  ids: readonly string[],
): Promise<boolean> {
  const { tx } = change;
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('productId', '=', productId)
    .orderBy('position')
    .execute();
  const before = rows.map(({ id }) => id);
  if (before.join() === ids.join()) return false;
  const wanted = new Set(ids);
  if (wanted.size !== ids.length || wanted.size !== before.length) throw orderChanged();
  if (before.some((id) => !wanted.has(id))) throw orderChanged();
  for (const [position, id] of ids.entries()) {
    await tx.updateTable(table).set({ position }).where('id', '=', id).execute();
  }
  const after = { first: ids[0] ?? null };
  await recordAction(change, { action, subjectId: productId, before: null, after });
  return true;
}

function orderChanged(): Problem {
  return new Problem('INVALID', fileMessages.orderChanged, {
    fields: { ids: fileMessages.orderChanged },
  });
}

/** Removes a picture from its design. @throws NOT_FOUND; INVALID for the last picture of a design in the shop */
export async function deleteImage(change: AuditedChange, id: string): Promise<void> {
  const { tx } = change;
  const image = await tx
    .selectFrom('productImages')
    .select(['productId', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!image) throw new Problem('NOT_FOUND', fileMessages.noImage);
  const design = await findDesign(tx, image.productId);
  await tx.deleteFrom('productImages').where('id', '=', id).execute();
  if (design.status === 'published') {
    const other = await tx
      .selectFrom('productImages')
      .select('id')
      .where('productId', '=', design.id)
      .limit(1)
      .executeTakeFirst();
    if (!other) throw new Problem('INVALID', fileMessages.lastImage);
  }
  await recordAction(change, {
    action: 'picture.deleted',
    subjectId: design.id,
    before: { name: image.name },
    after: null,
  });
  await recordShownFiles(change, design);
}

/** Renames a file. Returns the new name: made safe, with its extension kept, and unique among the design's files. */
export async function renameFile(
  change: AuditedChange,
  id: string,
  wanted: string,
): Promise<string> {
  const { tx } = change;
  const file = await findFile(tx, id);
  const design = await findDesign(tx, file.productId);
  const others = await tx
    .selectFrom('productFiles')
    .select('name')
    .where('productId', '=', design.id)
    .where('id', '!=', id)
    .execute();
  const [ending = ''] = /\.[A-Za-z0-9]{1,12}$/.exec(file.name) ?? [];
  const isEnded = wanted.toLowerCase().endsWith(ending.toLowerCase());
  const stem = isEnded ? wanted.slice(0, wanted.length - ending.length) : wanted;
  const taken = new Set(others.map(({ name }) => name.toLowerCase()));
  const name = freeName(taken, safeName(`${stem}${ending}`));
  if (name === file.name) return name;
  await tx.updateTable('productFiles').set({ name }).where('id', '=', id).execute();
  await recordAction(change, {
    action: 'file.renamed',
    subjectId: design.id,
    before: { name: file.name },
    after: { name },
  });
  await filesChanged(change, design);
  return name;
}

/**
 * Removes a file and its earlier versions from its design; retention deletes the bytes.
 * @throws NOT_FOUND; INVALID if somebody bought it or accepted it as a custom design, or it is the last file of a design in the shop
 */
export async function deleteFile(change: AuditedChange, id: string): Promise<void> {
  const { tx } = change;
  const file = await findFile(tx, id);
  const design = await findDesign(tx, file.productId);
  const bought = await tx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select('orderItems.id')
    .where('orderItems.productId', '=', design.id)
    .where('orders.state', '!=', 'void')
    .where(needsFiles)
    .limit(1)
    .executeTakeFirst();
  if (bought) throw new Problem('INVALID', fileMessages.bought);
  await tx.deleteFrom('productFiles').where('id', '=', id).execute();
  if (design.status === 'published') {
    const other = await tx
      .selectFrom('productFiles')
      .select('id')
      .where('productId', '=', design.id)
      .limit(1)
      .executeTakeFirst();
    if (!other) throw new Problem('INVALID', fileMessages.lastFile);
  }
  await recordAction(change, {
    action: 'file.deleted',
    subjectId: design.id,
    before: { name: file.name, bytes: file.bytes },
    after: null,
  });
  await filesChanged(change, design);
}

async function findFile(tx: Transaction, id: string) {
  const file = await tx
    .selectFrom('productFiles')
    .select(['productId', 'name', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!file) throw new Problem('NOT_FOUND', fileMessages.noFile);
  return file;
}

/** Cancels a picture whose previews aren't ready. @throws NOT_FOUND */
export async function dropPicture(change: AuditedChange, workId: string): Promise<void> {
  const { tx } = change;
  const work = await tx
    .deleteFrom('designWork')
    .where('id', '=', workId)
    .where('kind', '=', 'previews')
    .returning(['productId', 'name'])
    .executeTakeFirst();
  if (!work) throw new Problem('NOT_FOUND', fileMessages.noWork);
  const { productId: target, name } = work;
  await recordAction(change, {
    action: 'picture.deleted',
    subjectId: target,
    before: { name },
    after: null,
  });
}
