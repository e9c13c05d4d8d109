import { type ImportChoices, newCategory } from '#contract/studio/import-choices.ts';
import type { ImportState } from '#contract/studio/imports.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import { makeAuditedChange } from '../../platform/database/change.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { makeChosenCollections } from './chosen-collections.ts';
import { readChoices } from './import-choices.ts';
import { removeKeptFile } from './import-file.ts';
import { rememberChoices, withNewCategories } from './remember-choices.ts';

/**
 * Starts a planned import; starting it again does nothing. Its prices are those of the dry run.
 * @throws NOT_FOUND; INVALID for a category that doesn't exist or too many collections; CONFLICT if it isn't planned
 */
export async function startImport(
  services: Services,
  actorId: string,
  importId: string,
  given: ImportChoices,
): Promise<void> {
  await makeAuditedChange(services, actorId, async (change) => {
    const { tx } = change;
    const { state, fileName, source, choices } = await findImport(tx, importId);
    if (state === 'importing' || state === 'done') return;
    if (state === 'planning') throw new Problem('CONFLICT', stillPlanning);
    assertNotOver(state);
    await assertKnownCategories(tx, given);
    const { currencies, variant, amounts, skus } = readChoices(choices);
    const wanted = await withNewCategories(change, {
      ...given,
      currencies,
      variant,
      amounts,
      skus,
    });
    await makeChosenCollections(change, wanted);
    await tx
      .updateTable('imports')
      .set({ state: 'importing', choices: JSON.stringify(wanted) })
      .where('id', '=', importId)
      .execute();
    await removeKeptFile(tx, importId);
    await rememberChoices(change, wanted);
    await recordAction(change, {
      action: 'import.started',
      subjectId: importId,
      before: null,
      after: { file: fileName, source },
    });
  });
}

const stillPlanning = 'The preview isn’t ready yet.';

/**
 * Makes the dry run again with other choices.
 * @throws NOT_FOUND; INVALID for a category that doesn't exist; CONFLICT if it was started or is over
 */
export async function planAgain(
  services: Services,
  importId: string,
  chosen: ImportChoices,
): Promise<void> {
  await services.database.write(async (tx) => {
    const { state } = await findImport(tx, importId);
    if (state === 'importing' || state === 'done') {
      throw new Problem('CONFLICT', 'This import has already started.');
    }
    assertNotOver(state);
    await assertKnownCategories(tx, chosen);
    const file = await tx
      .selectFrom('importFiles')
      .select('importId')
      .where('importId', '=', importId)
      .executeTakeFirst();
    if (!file) throw new Problem('CONFLICT', 'Please choose this file again.');
    await tx
      .updateTable('imports')
      .set({
        state: 'planning',
        choices: JSON.stringify(chosen),
        plannedBy: null,
        plannedUntil: null,
      })
      .where('id', '=', importId)
      .execute();
  });
}

function assertNotOver(state: ImportState): void {
  if (state !== 'stopped' && state !== 'discarded') return;
  const what = state === 'stopped' ? 'import was stopped' : 'file was discarded';
  throw new Problem('CONFLICT', `This ${what}. Please choose it again.`);
}

async function assertKnownCategories(
  tx: Transaction,
  { categories, tags }: ImportChoices,
): Promise<void> {
  const rows = await tx.selectFrom('categories').select('id').execute();
  const known = new Set<string>([newCategory, ...rows.map(({ id }) => id)]);
  const ofTags = Object.values(tags).flatMap((tag) =>
    tag.as === 'category' ? [tag.categoryId] : [],
  );
  if ([...Object.values(categories), ...ofTags].some((id) => id !== null && !known.has(id))) {
    throw new Problem('INVALID', 'A chosen category no longer exists. Please choose again.');
  }
}

/**
 * Stops an import, or discards one that was never started: the remaining rows are marked, and what was
 * imported so far stays. Does nothing if it is over.
 * @throws NOT_FOUND
 */
export async function stopImport(
  services: Services,
  actorId: string,
  importId: string,
): Promise<void> {
  await makeAuditedChange(services, actorId, async (change) => {
    const { tx, now } = change;
    const { state } = await findImport(tx, importId);
    if (state !== 'planning' && state !== 'planned' && state !== 'importing') return;
    const isPlanned = state !== 'importing';
    const reason = isPlanned
      ? 'The file was discarded.'
      : 'The import was stopped before this row.';
    await tx
      .updateTable('imports')
      .set({ state: isPlanned ? 'discarded' : 'stopped', finishedAt: now.toISOString() })
      .where('id', '=', importId)
      .execute();
    await tx
      .updateTable('importRows')
      .set({ outcome: 'skipped', reason })
      .where('importId', '=', importId)
      .where('outcome', '!=', 'skipped')
      .where('item', 'in', (query) =>
        query
          .selectFrom('importItems')
          .select('position')
          .where('importId', '=', importId)
          .where('state', '=', 'waiting'),
      )
      .execute();
    // So that retrying its pictures later doesn't import the rest.
    await tx
      .updateTable('importItems')
      .set({ state: 'done', content: '' })
      .where('importId', '=', importId)
      .where('state', '=', 'waiting')
      .execute();
    await tx
      .updateTable('importedPictures')
      .set({ state: 'failed', problem: reason })
      .where('importId', '=', importId)
      .where('state', '=', 'waiting')
      .execute();
    await removeKeptFile(tx, importId);
    await recordAction(change, {
      action: isPlanned ? 'import.discarded' : 'import.stopped',
      subjectId: importId,
      before: { state },
      after: null,
    });
  });
}

/** Retries the pictures that failed. @throws NOT_FOUND; CONFLICT before the import was started */
export async function retryPictures(
  services: Services,
  actorId: string,
  importId: string,
): Promise<void> {
  await makeAuditedChange(services, actorId, async (change) => {
    const { tx } = change;
    const { state } = await findImport(tx, importId);
    if (state === 'planning' || state === 'planned') {
      throw new Problem('CONFLICT', 'This import hasn’t started yet.');
    }
    const waiting = await tx
      .updateTable('importedPictures')
      .set({ state: 'waiting', problem: '' })
      .where('importId', '=', importId)
      .where('state', '=', 'failed')
      .executeTakeFirst();
    if (waiting.numUpdatedRows === 0n) return;
    await tx
      .updateTable('imports')
      .set({ state: 'importing', finishedAt: null })
      .where('id', '=', importId)
      .execute();
    await recordAction(change, {
      action: 'import.pictures_retried',
      subjectId: importId,
      before: null,
      after: { pictures: Number(waiting.numUpdatedRows) },
    });
  });
}

/** An import to control. @throws NOT_FOUND */
async function findImport(tx: Transaction, importId: string) {
  const row = await tx
    .selectFrom('imports')
    .select(['state', 'fileName', 'source', 'choices'])
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'This import doesn’t exist.');
  return row;
}
