import { recordAction } from '../../platform/audit/record-action.ts';
import { type Change, makeAuditedChange } from '../../platform/database/change.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';
import { categoryOf } from './report.ts';

/** More than any shop's number of product types. */
const typesRemembered = 1000;

/** Starts a planned import; starting it again does nothing. @throws NOT_FOUND; CONFLICT if it was stopped */
export async function startImport(
  services: Services,
  actorId: string,
  importId: string,
  chosen: Readonly<Record<string, string | null>>,
): Promise<void> {
  await makeAuditedChange(services, actorId, async (change) => {
    const { tx } = change;
    const { state, fileName, source } = await findImport(tx, importId);
    if (state === 'importing' || state === 'done') return;
    if (state === 'stopped' || state === 'discarded') {
      const what = state === 'stopped' ? 'import was stopped' : 'file was discarded';
      throw new Problem('CONFLICT', `This ${what}. Please choose it again.`);
    }
    const categories = await tx.selectFrom('categories').select(['id', 'name']).execute();
    const ids = new Set(categories.map(({ id }) => id));
    if (Object.values(chosen).some((id) => id !== null && !ids.has(id))) {
      throw new Problem('INVALID', 'A chosen category no longer exists. Please choose again.');
    }
    await tx
      .updateTable('imports')
      .set({ state: 'importing', choices: JSON.stringify({ categories: chosen }) })
      .where('id', '=', importId)
      .execute();
    await rememberCategories(change, chosen, categories);
    await recordAction(change, {
      action: 'started an import',
      subjectId: importId,
      before: null,
      after: { file: fileName, source },
    });
  });
}

/**
 * Remembers which category was chosen for each type, for the next file; the oldest are forgotten. "No category"
 * is remembered only where one was suggested: elsewhere nobody chose it.
 */
async function rememberCategories(
  change: Change,
  chosen: Readonly<Record<string, string | null>>,
  categories: Parameters<typeof categoryOf>[2],
): Promise<void> {
  const { value: before } = await readSetting(change.tx, 'importCategories');
  const wanted = Object.entries(chosen).filter(
    ([type, id]) => id !== null || categoryOf(type, [before], categories) !== null,
  );
  const types = new Set(wanted.map(([type]) => type));
  const others = Object.entries(before).filter(([type]) => !types.has(type));
  const known = [...others, ...wanted].slice(-typesRemembered);
  await writeSetting(change, 'importCategories', Object.fromEntries(known));
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
    if (state !== 'planned' && state !== 'importing') return;
    const isPlanned = state === 'planned';
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
    await recordAction(change, {
      action: isPlanned ? 'discarded an import file' : 'stopped an import',
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
    if (state === 'planned') throw new Problem('CONFLICT', 'This import hasn’t started yet.');
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
      action: 'retried pictures',
      subjectId: importId,
      before: null,
      after: { pictures: Number(waiting.numUpdatedRows) },
    });
  });
}

/** An import that can be controlled. @throws NOT_FOUND, also while its file is still being read */
async function findImport(tx: Transaction, importId: string) {
  const row = await tx
    .selectFrom('imports')
    .select(['state', 'fileName', 'source'])
    .where('id', '=', importId)
    .where('state', '!=', 'reading')
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'This import doesn’t exist.');
  return row;
}
