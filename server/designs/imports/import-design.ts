import type { ImportChoices } from '#contract/studio/import-choices.ts';
import type { ImportSource } from '#contract/studio/imports.ts';
import { limits } from '#contract/wire/limits.ts';
import type { DesignColumns, ImportedField } from '../../catalogue/design-columns.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../../platform/database/change.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { readSetting } from '../../platform/settings/settings.ts';
import { changeDesign } from '../change-design.ts';
import { draftRow } from '../draft-row.ts';
import { designToChange } from '../read-design.ts';
import { setCategories } from '../save-design.ts';
import { addToCollections } from './chosen-collections.ts';
import { keywordsOfDesign, splitTags } from './chosen-tags.ts';
import { contentHash, decide, skuOf } from './decide.ts';
import type { SourceDesign } from './parsed-file.ts';
import { sameName } from './same-name.ts';
import { placePictures } from './source-pictures.ts';

/** A running import, with what importing one of its designs needs. */
export interface RunningImport {
  readonly id: string;
  readonly source: ImportSource;
  readonly accountId: string;
  readonly choices: ImportChoices;
}

/**
 * Imports one design in the caller's transaction: its draft, the addresses of its pictures, its rows of the
 * report, and the mark that it is done. Does nothing if it is done already, or if the import was stopped.
 */
export async function importDesign(
  change: Change,
  running: RunningImport,
  position: number,
): Promise<void> {
  const { tx } = change;
  const item = await tx
    .selectFrom('importItems')
    .innerJoin('imports', 'imports.id', 'importItems.importId')
    .select('content')
    .where('importId', '=', running.id)
    .where('position', '=', position)
    .where('importItems.state', '=', 'waiting')
    .where('imports.state', '=', 'importing')
    .executeTakeFirst();
  if (!item) return;
  const design = JSON.parse(item.content) as SourceDesign;
  const [decision] = await decide(tx, running.source, [design]);
  if (!decision) return;
  if (decision.kind === 'skip') {
    await endDesign(tx, running.id, position, 'skipped', decision.reason);
    return;
  }
  const wanted = await wantedOf(tx, running, design);
  const isNew = decision.kind === 'create';
  const audited = { ...change, actorId: running.accountId };
  const productId = isNew
    ? await beginDraft(audited, wanted)
    : await changeDraft(audited, decision.productId, wanted);
  const { version } = await designToChange(tx, productId, null);
  const left = { contentHash: contentHash(design), version };
  await tx
    .insertInto('importedProducts')
    .values({ source: running.source, key: design.key, productId, ...left })
    .onConflict((conflict) => conflict.columns(['source', 'key']).doUpdateSet(left))
    .execute();
  const full = await addToCollections(audited, { ...design, id: productId }, running.choices);
  await placePictures(tx, running.id, productId, design.pictures);
  const note = full.length === 0 ? '' : fullText(full);
  await endDesign(tx, running.id, position, isNew ? 'created' : 'updated', note);
}

function fullText(collections: readonly string[]): string {
  const names = collections.map((name) => `“${name}”`).join(', ');
  return `Not in ${names}: a collection has up to ${limits.collectionDesigns} designs.`;
}

/** Records the outcome of a design and of each of its rows, unless it is recorded already. */
export async function endDesign(
  tx: Transaction,
  importId: string,
  position: number,
  outcome: 'created' | 'updated' | 'skipped',
  reason: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('importItems')
    .set({ state: 'done', content: '' })
    .where('importId', '=', importId)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await tx
    .updateTable('importRows')
    .set({ outcome, reason })
    .where('importId', '=', importId)
    .where('item', '=', position)
    .execute();
}

/** What an import writes to a design. */
interface DraftValues {
  readonly fields: Pick<DesignColumns, ImportedField | 'salePrice'>;
  readonly categoryIds: readonly string[];
}

async function wantedOf(
  tx: Transaction,
  { source, choices }: RunningImport,
  design: SourceDesign,
): Promise<DraftValues> {
  const { title, description, price, discountedPrice, vendor } = design;
  const { value: studio } = await readSetting(tx, 'studio');
  const ours = await tx
    .selectFrom('categories')
    .select(['id', 'name'])
    .orderBy('position')
    .execute();
  const { words, categoryIds } = splitTags(design.tags, choices);
  const chosen = new Set([
    choices.categories[design.type],
    ...categoryIds,
    ...words.map((tag) => sameName(ours, tag)?.id),
  ]);
  const designer = designerOf(choices.vendors, vendor, studio.designers);
  return {
    fields: {
      title,
      description,
      price,
      salePrice: discountedPrice,
      sku: skuOf(source, design),
      designers: JSON.stringify(designer === null ? [] : [designer]),
      keywords: JSON.stringify(keywordsOfDesign(design, choices)),
    },
    categoryIds: ours.filter(({ id }) => chosen.has(id)).map(({ id }) => id),
  };
}

/** The designer chosen for a vendor, or else the one with the same name; null: none. */
export function designerOf(
  chosen: ImportChoices['vendors'],
  vendor: string,
  ours: readonly { readonly name: string }[],
): string | null {
  const name = Object.hasOwn(chosen, vendor) ? chosen[vendor] : undefined;
  if (name === null) return null;
  const known = ours.find((designer) => designer.name === name) ?? sameName(ours, vendor);
  return known?.name ?? null;
}

async function beginDraft(
  change: AuditedChange,
  { fields, categoryIds }: DraftValues,
): Promise<string> {
  const { tx } = change;
  const row = draftRow(change, { ...fields, discountedPrice: fields.salePrice });
  await tx.insertInto('products').values(row).execute();
  const { id } = row;
  const [, categories] = await setCategories(tx, id, categoryIds);
  const { title, sku, price, salePrice } = fields;
  const after = { title, sku, price, salePrice, categories };
  await recordAction(change, {
    action: 'import.design_imported',
    subjectId: id,
    before: null,
    after,
  });
  return id;
}

async function changeDraft(
  change: AuditedChange,
  id: string,
  { fields, categoryIds }: DraftValues,
): Promise<string> {
  const { tx } = change;
  const row = await designToChange(tx, id, null);
  const categories = await setCategories(tx, id, categoryIds);
  await changeDesign(change, 'import.design_imported', row, fields, {
    categories,
  });
  return id;
}
