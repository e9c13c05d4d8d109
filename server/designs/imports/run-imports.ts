import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { makeChange } from '../../platform/database/change.ts';
import { allEnded } from '../../platform/jobs/all-ended.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import { runAlone } from '../../platform/jobs/run-alone.ts';
import { isOutage, thriceIfBusy } from '../../platform/jobs/thrice-if-busy.ts';
import type { Services } from '../../platform/services/services.ts';
import { choosesCollections } from './chosen-collections.ts';
import { fetchPictures } from './fetch-pictures.ts';
import { readChoices } from './import-choices.ts';
import { endDesign, importDesign, type RunningImport } from './import-design.ts';
import { planImports } from './plan-import.ts';

/** How often to check for a started import. */
const everyMs = 1000;
/** Waits longer after a failed round, as on a full disk. */
const afterFailureMs = 15_000;
/** Designs imported at once: each has its own transaction, and they share the wait for the disk. PostgreSQL commits them in any order. */
const designsAtOnce = 16;

const never = new AbortController().signal;

/**
 * Runs started imports, oldest first, until none is left or `stop` is aborted. Every step is marked as done
 * in its own transaction, so that after a crash the rest is done and nothing twice, even if two servers work
 * on the same import.
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
    .select(['id', 'source', 'accountId', 'choices'])
    .where('state', '=', 'importing')
    .orderBy('createdAt')
    .orderBy('id')
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, choices: readChoices(row.choices) };
}

async function importDesigns(
  services: Services,
  running: RunningImport,
  stop: AbortSignal,
): Promise<void> {
  const atOnce = choosesCollections(running.choices) ? 1 : designsAtOnce;
  while (!stop.aborted) {
    const waiting = await services.database.read
      .selectFrom('importItems')
      .select('position')
      .where('importId', '=', running.id)
      .where('state', '=', 'waiting')
      .orderBy('position')
      .limit(atOnce)
      .execute();
    if (waiting.length === 0) return;
    await allEnded(waiting.map(({ position }) => importOne(services, running, position)));
    // The database is synchronous, so let waiting requests run here.
    await yieldToEventLoop();
  }
}

/** Skips and reports a design that fails on our side, so that it doesn't block the ones after it. */
async function importOne(
  services: Services,
  running: RunningImport,
  position: number,
): Promise<void> {
  try {
    await thriceIfBusy(() =>
      makeChange(services, (change) => importDesign(change, running, position)),
    );
  } catch (error) {
    if (isOutage(error)) throw error;
    const where = { importId: running.id, position };
    services.log.error({ err: error, ...where }, 'a design could not be imported');
    const reason = 'Something went wrong. Please import it again.';
    await services.database.write((tx) => endDesign(tx, running.id, position, 'skipped', reason));
  }
}

/** Marks an import as done, unless it was stopped or still has waiting pictures. */
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

/** `runImports` in one process at a time: fetching pictures twice would only cost. */
async function runAsOne(services: Services, stop: AbortSignal): Promise<void> {
  if (!(await nextImport(services))) return;
  await runAlone(services, 'imports', (lost) =>
    runImports(services, AbortSignal.any([stop, lost])),
  );
}

/** Plans and runs imports at the start and then regularly. `stop` waits for the work in progress. */
export function startImports(services: Services): Job {
  const times = { everyMs, firstMs: 0, afterFailureMs };
  const fail = (error: unknown) => services.log.error({ err: error }, 'importing failed');
  // Apart, so that a dry run doesn't wait for the pictures of an earlier file.
  const jobs = [
    repeat(times, (signal) => planImports(services, signal), fail),
    repeat(times, (signal) => runAsOne(services, signal), fail),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
