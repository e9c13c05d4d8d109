import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ImportChoices } from '#contract/studio/import-choices.ts';
import type { ImportSource } from '#contract/studio/imports.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { leaseEnd, whileLeased } from '../../platform/jobs/lease.ts';
import { isOutage, thriceIfBusy } from '../../platform/jobs/thrice-if-busy.ts';
import type { Services } from '../../platform/services/services.ts';
import { keywordsOfDesign } from './chosen-tags.ts';
import { type Decision, decide } from './decide.ts';
import { readChoices } from './import-choices.ts';
import { readKeptFile } from './import-file.ts';
import type { ParsedFile, ReadRow, SourceDesign } from './parsed-file.ts';
import { readFile } from './read-file.ts';

/** Designs and rows per transaction, so that others can read and write in between. */
const rowsAtOnce = 200;

const outcomes = { create: 'created', update: 'updated', skip: 'skipped' } as const;

/** The planning of an import by one server. */
interface Planning {
  readonly id: string;
  readonly source: ImportSource;
  readonly choices: ImportChoices;
  /** Tells it from another one. */
  readonly plannedBy: string;
}

/** This server stops, or another one plans it now, or it was discarded, or has other choices. */
class CutShort extends Error {}

/**
 * Makes the dry run of each import that waits for one, until none is left or `stop` is aborted. Discards an import whose
 * dry run fails.
 */
export async function planImports(services: Services, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const next = await nextPlan(services);
    if (!next) return;
    try {
      await thriceIfBusy(() => planImport(services, next, null, stop));
    } catch (error) {
      if (isOutage(error)) throw error;
      services.log.error({ err: error, importId: next }, 'a dry run failed');
      await services.database.write((tx) =>
        tx
          .updateTable('imports')
          .set({ state: 'discarded', finishedAt: services.clock().toISOString() })
          .where('id', '=', next)
          .where('state', '=', 'planning')
          .execute(),
      );
    }
  }
}

async function nextPlan({ database, clock }: Services): Promise<string | null> {
  const row = await database.read
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'planning')
    .where((free) =>
      free.or([free('plannedUntil', 'is', null), free('plannedUntil', '<', clock().toISOString())]),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Makes the dry run of an import: stores what it would do to each row now; the catalogue stays as it is.
 * Starts over if it was cut short. `reading`: its file, if the caller has just read it without choices. Does
 * nothing if another server has begun, and ends early if the import is discarded or its choices change.
 * @throws CONFLICT if the file is no longer kept
 */
export async function planImport(
  services: Services,
  importId: string,
  reading: ParsedFile | null,
  stop: AbortSignal,
): Promise<void> {
  const planning = await begin(services, importId);
  if (!planning) return;
  try {
    await whileLeased(
      () => services.database.write((tx) => extendLease(services, planning, tx)),
      () => storePlan(services, planning, reading, stop),
    );
  } catch (error) {
    await giveBack(services, planning);
    if (!(error instanceof CutShort)) throw error;
  }
}

async function storePlan(
  services: Services,
  planning: Planning,
  reading: ParsedFile | null,
  stop: AbortSignal,
): Promise<void> {
  const { id, choices } = planning;
  const read = reading ?? (await readFile(await readKeptFile(services.database.read, id), choices));
  await write(services, planning, (tx) =>
    tx
      .updateTable('imports')
      .set({ fileRows: read.rows.length, words: JSON.stringify(read.words) })
      .where('id', '=', id)
      .execute(),
  );
  await removePlan(services, planning);
  await storeDesigns(services, planning, read, stop);
  await storeRows(services, planning, read, stop);
  await write(services, planning, (tx) =>
    tx
      .updateTable('imports')
      .set({ state: 'planned', plannedBy: null, plannedUntil: null })
      .where('id', '=', id)
      .execute(),
  );
}

/** Takes an import for planning. */
async function begin({ database, clock }: Services, id: string): Promise<Planning | null> {
  const now = clock();
  const plannedBy = newId(now);
  const plannedUntil = leaseEnd(now);
  return database.write(async (tx) => {
    const row = await tx
      .updateTable('imports')
      .set({ plannedBy, plannedUntil })
      .where('id', '=', id)
      .where('state', '=', 'planning')
      .where((free) =>
        free.or([free('plannedUntil', 'is', null), free('plannedUntil', '<', now.toISOString())]),
      )
      .returning(['source', 'choices'])
      .executeTakeFirst();
    if (!row) return null;
    return { id, source: row.source, choices: readChoices(row.choices), plannedBy };
  });
}

/** Lets any server plan it at once, unless another one does. If that fails, its lease expires by itself. */
async function giveBack({ database, log }: Services, { id, plannedBy }: Planning): Promise<void> {
  const giving = database.write((tx) =>
    tx
      .updateTable('imports')
      .set({ plannedBy: null, plannedUntil: null })
      .where('id', '=', id)
      .where('plannedBy', '=', plannedBy)
      .execute(),
  );
  await giving.catch((error) =>
    log.warn({ err: error, importId: id }, 'giving a dry run back failed'),
  );
}

/** Removes what is left of an earlier dry run. */
async function removePlan(services: Services, planning: Planning): Promise<void> {
  for (let isLeft = true; isLeft; await yieldToEventLoop()) {
    await write(services, planning, async (tx) => {
      const rows = await tx
        .deleteFrom('importRows')
        .where('importId', '=', planning.id)
        .where('row', 'in', (query) =>
          query
            .selectFrom('importRows')
            .select('row')
            .where('importId', '=', planning.id)
            .orderBy('row')
            .limit(rowsAtOnce),
        )
        .executeTakeFirst();
      const items = await tx
        .deleteFrom('importItems')
        .where('importId', '=', planning.id)
        .where('position', 'in', (query) =>
          query
            .selectFrom('importItems')
            .select('position')
            .where('importId', '=', planning.id)
            .orderBy('position')
            .limit(rowsAtOnce),
        )
        .executeTakeFirst();
      isLeft = rows.numDeletedRows > 0n || items.numDeletedRows > 0n;
    });
  }
}

/** Writes a part of the plan and extends the lease. @throws CutShort */
async function write(
  services: Services,
  planning: Planning,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  await services.database.write(async (tx) => {
    if (!(await extendLease(services, planning, tx))) throw new CutShort();
    await work(tx);
  });
}

/** Returns false if this server no longer plans the import. */
async function extendLease(
  { clock }: Services,
  { id, plannedBy }: Planning,
  tx: Transaction,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ plannedUntil: leaseEnd(clock()) })
    .where('id', '=', id)
    .where('state', '=', 'planning')
    .where('plannedBy', '=', plannedBy)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function storeDesigns(
  services: Services,
  planning: Planning,
  { designs }: ParsedFile,
  stop: AbortSignal,
): Promise<void> {
  for (const some of chunk([...designs.entries()], rowsAtOnce)) {
    if (stop.aborted) throw new CutShort();
    const values = some.map(([position, design]) => ({
      importId: planning.id,
      position,
      state: 'waiting' as const,
      type: design.type,
      content: JSON.stringify(design),
    }));
    await write(services, planning, (tx) => tx.insertInto('importItems').values(values).execute());
    await yieldToEventLoop();
  }
}

/** Stores the rows with what an import would do now to the design of each. */
async function storeRows(
  services: Services,
  planning: Planning,
  { designs, rows }: ParsedFile,
  stop: AbortSignal,
): Promise<void> {
  const { id, source, choices } = planning;
  const decisions = new Map<number, Decision>();
  const rowOf = ({ design: place, ...row }: ReadRow) => {
    const design = place === null ? undefined : designs[place];
    const decision = place === null ? undefined : decisions.get(place);
    const isFirst = row.isDesign && design !== undefined;
    return {
      ...row,
      importId: id,
      item: place,
      isDesign: row.isDesign ? 1 : 0,
      keywords: isFirst ? JSON.stringify(keywordsOfDesign(design, choices)) : null,
      outcome: decision ? outcomes[decision.kind] : ('skipped' as const),
      reason: decision?.kind === 'skip' ? decision.reason : row.reason,
    };
  };
  for (const some of chunk(rows, rowsAtOnce)) {
    if (stop.aborted) throw new CutShort();
    const undecided = new Map<number, SourceDesign>();
    for (const { design: place } of some) {
      const design = place === null || decisions.has(place) ? undefined : designs[place];
      if (place !== null && design) undecided.set(place, design);
    }
    const decided = await decide(services.database.read, source, [...undecided.values()]);
    for (const [index, place] of [...undecided.keys()].entries()) {
      const decision = decided[index];
      if (decision) decisions.set(place, decision);
    }
    const values = some.map(rowOf);
    await write(services, planning, (tx) => tx.insertInto('importRows').values(values).execute());
    await yieldToEventLoop();
  }
}
