import { setImmediate as breathe } from 'node:timers/promises';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services.ts';
import { fetchPictures } from './fetch-pictures.ts';
import { endDesign, importDesign, type RunningImport } from './import-design.ts';

/** How often the shop looks for an import that was begun. */
const everyMs = 1000;
/** After a round that failed, as on a full disk, it waits longer. */
const afterFailureMs = 15_000;
/** Designs on their way at once: each has a transaction of its own, and they share the waiting for the disk. */
const designsAtOnce = 16;

const never = new AbortController().signal;

/**
 * Imports what was begun, oldest first, until nothing is left or `stop` is aborted. Whatever is done says
 * so in the transaction that did it: after a crash the rest is done, and nothing twice, even where
 * two servers work at the same import.
 */
export async function runImports(services: Services, stop = never): Promise<void> {
  while (!stop.aborted) {
    const running = await nextImport(services);
    if (!running) return;
    await importDesigns(services, running, stop);
    await fetchPictures(services, running.id, stop);
    if (!stop.aborted) await finish(services, running.id);
  }
}

async function nextImport({ database }: Services): Promise<RunningImport | null> {
  const row = await database.read
    .selectFrom('imports')
    .select(['id', 'source', 'accountId', 'categories'])
    .where('state', '=', 'importing')
    .orderBy('createdAt')
    .orderBy('id')
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, categories: JSON.parse(row.categories) as RunningImport['categories'] };
}

async function importDesigns(
  services: Services,
  running: RunningImport,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const waiting = await services.database.read
      .selectFrom('importItems')
      .select('position')
      .where('importId', '=', running.id)
      .where('state', '=', 'waiting')
      .orderBy('position')
      .limit(designsAtOnce)
      .execute();
    if (waiting.length === 0) return;
    await Promise.all(waiting.map(({ position }) => importOne(services, running, position)));
    // The database answers without ever leaving the turn: requests get theirs here.
    await breathe();
  }
}

/** One that fails on our side is left out and told: it must not hold up those behind it. */
async function importOne(
  { database, clock, log }: Services,
  running: RunningImport,
  position: number,
): Promise<void> {
  try {
    await database.write((tx) => importDesign(tx, clock(), running, position));
  } catch (error) {
    log.error({ err: error, importId: running.id, position }, 'a design could not be imported');
    const reason = 'Something went wrong on our side. Please import it once more.';
    await database.write((tx) => endDesign(tx, running.id, position, 'skipped', reason));
  }
}

/** An import that was stopped, or that waits for more, stays as it is. */
async function finish({ database, clock }: Services, importId: string): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable('imports')
      .set({ state: 'done', finishedAt: clock().toISOString() })
      .where('id', '=', importId)
      .where('state', '=', 'importing')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('importedPictures')
              .select('address')
              .where('importId', '=', importId)
              .where('importedPictures.state', '=', 'waiting'),
          ),
        ),
      )
      .execute(),
  );
}

/** Looks for imports now and from time to time. `stop` waits for what is under way. */
export function startImports(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0, afterFailureMs },
    (signal) => runImports(services, signal),
    (error) => services.log.error({ err: error }, 'importing failed'),
  );
}
