import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import type { ImportChoices } from '#contract/studio/import-choices.ts';
import type { ImportSource } from '#contract/studio/imports.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { makeChange } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { isStorageFailure } from '../../platform/http/storage-problem.ts';
import { type Claim, doNext, type End, type Kind } from '../../platform/jobs/do-next.ts';
import { leaseEnd, setClaimed, skipTaken } from '../../platform/jobs/lease.ts';
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

const never = new AbortController().signal;

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
  const plan = async (planning: Planning, { record }: Claim): Promise<End | null> => {
    try {
      await record(await thriceIfBusy(() => storePlan(services, planning, null, stop)));
      return null;
    } catch (error) {
      if (isOutage(error)) throw error;
      services.log.error({ err: error, importId: planning.id }, 'a dry run failed');
      const discard: End = ({ tx, now }) =>
        setPlanning(tx, planning, { state: 'discarded', finishedAt: now.toISOString() });
      if (!isStorageFailure(error)) return discard;
      // Once: it fails, too, if the database is slow for everything, and the import stays as it was.
      await makeChange(services, discard);
      return null;
    }
  };
  while (!stop.aborted && (await doNext(services, dryRuns(), plan, stop)));
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
): Promise<void> {
  const plan = (planning: Planning) => storePlan(services, planning, reading, never);
  // No request waits for the end of an outage.
  await doNext(services, dryRuns(importId), plan, AbortSignal.abort());
}

/** Imports that wait for their dry run, the oldest first, or one of them. */
function dryRuns(importId?: string): Kind<Planning> {
  const next = (reader: Reader, now: Date) => {
    const waiting = reader
      .selectFrom('imports')
      .select(['id', 'source', 'choices'])
      .where('state', '=', 'planning')
      .where((free) =>
        free.or([free('plannedUntil', 'is', null), free('plannedUntil', '<', now.toISOString())]),
      )
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1);
    return importId === undefined ? waiting : waiting.where('id', '=', importId);
  };
  return {
    name: 'dry runs',
    isAnyFree: async (read, now) => (await next(read, now).executeTakeFirst()) !== undefined,
    async claim({ tx, now }) {
      const row = await next(tx, now).modifyEnd(skipTaken(tx)).executeTakeFirst();
      if (!row) return null;
      const { id, source, choices } = row;
      const plannedBy = newId(now);
      await tx
        .updateTable('imports')
        .set({ plannedBy, plannedUntil: leaseEnd(now) })
        .where('id', '=', id)
        .execute();
      return { id, source, choices: readChoices(choices), plannedBy };
    },
    renew: ({ tx, now }, planning) => setPlanning(tx, planning, { plannedUntil: leaseEnd(now) }),
    giveBack: ({ tx }, planning) => setPlanning(tx, planning, unplanned),
  };
}

/** As in the row of an import that no process plans. */
const unplanned = { plannedBy: null, plannedUntil: null };

/** Changes an import that this server plans; false if it no longer does. */
function setPlanning(
  tx: Transaction,
  { id, plannedBy }: Planning,
  values: Updateable<Tables['imports']>,
): Promise<boolean> {
  return setClaimed(tx, 'imports', { id, plannedBy, state: 'planning' }, values);
}

/** Stores the plan; returns how to record that, or that it was cut short. */
async function storePlan(
  services: Services,
  planning: Planning,
  reading: ParsedFile | null,
  stop: AbortSignal,
): Promise<End> {
  const { id, choices } = planning;
  try {
    const read =
      reading ?? (await readFile(await readKeptFile(services.database.read, id), choices));
    await write(services, planning, (tx) =>
      setPlanning(tx, planning, { fileRows: read.rows.length, words: JSON.stringify(read.words) }),
    );
    await removePlan(services, planning);
    await storeDesigns(services, planning, read, stop);
    await storeRows(services, planning, read, stop);
    return ({ tx }) => setPlanning(tx, planning, { state: 'planned', ...unplanned });
  } catch (error) {
    if (!(error instanceof CutShort)) throw error;
    return ({ tx }) => setPlanning(tx, planning, unplanned);
  }
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

/** Writes a part of the plan and renews the claim. @throws CutShort */
async function write(
  { database, clock }: Services,
  planning: Planning,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  await database.write(async (tx) => {
    const plannedUntil = leaseEnd(clock());
    if (!(await setPlanning(tx, planning, { plannedUntil }))) throw new CutShort();
    await work(tx);
  });
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
