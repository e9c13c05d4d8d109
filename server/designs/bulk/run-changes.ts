import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { BulkOutcome } from '#contract/studio/bulk-changes.ts';
import { type AuditedChange, makeAuditedChange } from '../../platform/database/change.ts';
import { Problem } from '../../platform/http/problem.ts';
import { allEnded } from '../../platform/jobs/all-ended.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import { runAlone } from '../../platform/jobs/run-alone.ts';
import { isOutage, thriceIfBusy } from '../../platform/jobs/thrice-if-busy.ts';
import type { Services } from '../../platform/services/services.ts';
import { prepareFiles } from '../files/prepare-files.ts';
import { applyDesign, applyFields, restoreDesign } from './apply-design.ts';
import type { StoredAction, UndoRecord } from './plan-design.ts';

/** How often to check for a started change. */
const everyMs = 500;
/** Waits longer after a failed round, as on a full disk. */
const afterFailureMs = 15_000;
/** Designs changed at once: each has its own transaction, and they share the wait for the disk. */
const designsAtOnce = 16;

const never = new AbortController().signal;

interface RunningChange {
  readonly id: string;
  readonly runBy: string;
  readonly action: StoredAction;
  readonly state: 'running' | 'undoing';
}

/** A design that a running change has yet to change, or to restore. */
interface NextDesign {
  readonly position: number;
  readonly productId: string;
  readonly version: number;
  readonly restore: string | null;
}

/**
 * Runs started changes and undos, oldest first, until none is left or `stop` is aborted. Each design is
 * marked in the transaction that changes it, so that after a crash the rest is done and nothing twice.
 */
export async function runBulkChanges(services: Services, stop = never): Promise<void> {
  while (!stop.aborted) {
    const running = await nextChange(services);
    if (!running) return;
    const designs = await nextDesigns(services, running);
    if (designs.length === 0) await finish(services, running);
    // The database is synchronous, so let waiting requests run here.
    await yieldToEventLoop();
    await allEnded(designs.map((design) => changeOne(services, running, design)));
  }
}

async function nextChange({ database }: Services): Promise<RunningChange | null> {
  const row = await database.read
    .selectFrom('bulkChanges')
    .select(['id', 'runBy', 'action', 'state'])
    .where('state', 'in', ['running', 'undoing'])
    .orderBy('createdAt')
    .orderBy('id')
    .executeTakeFirst();
  if (!row) return null;
  const state = row.state === 'undoing' ? 'undoing' : 'running';
  return { ...row, state, action: JSON.parse(row.action) as StoredAction };
}

/** An undo goes backwards. Publishing packs files, so it takes one design at a time. */
async function nextDesigns(
  { database }: Services,
  { id, state, action }: RunningChange,
): Promise<NextDesign[]> {
  const isUndo = state === 'undoing';
  return database.read
    .selectFrom('bulkChangeDesigns')
    .select(['position', 'productId', 'version', 'restore'])
    .where('changeId', '=', id)
    .where('outcome', '=', isUndo ? 'changed' : 'waiting')
    .orderBy('position', isUndo ? 'desc' : 'asc')
    .limit(action.kind === 'status' ? 1 : designsAtOnce)
    .execute();
}

async function changeOne(
  services: Services,
  running: RunningChange,
  design: NextDesign,
): Promise<void> {
  const { id: changeId, runBy, action, state } = running;
  const isUndo = state === 'undoing';
  try {
    if (publishes(running, design)) {
      await thriceIfBusy(() => prepareFiles(services, design.productId));
    }
    await thriceIfBusy(() =>
      makeAuditedChange(services, runBy, async (change) => {
        if (!(await isStillNext(change, running, design))) return;
        if (isUndo) {
          if (design.restore === null)
            throw new Problem('INVALID', 'A deleted draft can’t be restored.');
          const record = JSON.parse(design.restore) as UndoRecord;
          await restoreDesign(change, design.productId, record);
          await setOutcome(change, changeId, design, { outcome: 'undone' });
          return;
        }
        const { productId: id, version } = design;
        const record =
          action.kind === 'table'
            ? await applyFields(change, { id, version, fields: plannedFields(design) })
            : await applyDesign(change, { id, version, action });
        const restore = record && JSON.stringify(record);
        await setOutcome(change, changeId, design, { outcome: 'changed', restore });
      }),
    );
  } catch (error) {
    if (isOutage(error)) throw error;
    const isKnown = error instanceof Problem;
    const where = { changeId, productId: design.productId };
    if (!isKnown) services.log.error({ err: error, ...where }, 'a design could not be changed');
    const reason = isKnown ? error.message : 'Something went wrong.';
    const outcome = isUndo ? 'kept' : 'refused';
    await makeAuditedChange(services, runBy, async (change) => {
      if (!(await isStillNext(change, running, design))) return;
      await setOutcome(change, changeId, design, { outcome, reason });
    });
  }
}

/** The fields that a table has for a design. */
function plannedFields({ restore }: NextDesign): UndoRecord['after'] {
  return restore === null ? {} : (JSON.parse(restore) as UndoRecord).after;
}

function publishes({ action, state }: RunningChange, { restore }: NextDesign): boolean {
  if (action.kind !== 'status') return false;
  if (state === 'running') return action.status === 'published';
  return restore !== null && (JSON.parse(restore) as UndoRecord).before.status === 'published';
}

/** Whether no other server has changed it since it was read. */
async function isStillNext(
  { tx }: AuditedChange,
  { id, state }: RunningChange,
  { position }: NextDesign,
): Promise<boolean> {
  const row = await tx
    .selectFrom('bulkChangeDesigns')
    .select('outcome')
    .where('changeId', '=', id)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.outcome === (state === 'undoing' ? 'changed' : 'waiting');
}

async function setOutcome(
  { tx }: AuditedChange,
  changeId: string,
  { position }: NextDesign,
  to: { readonly outcome: BulkOutcome; readonly reason?: string; readonly restore?: string | null },
): Promise<void> {
  await tx
    .updateTable('bulkChangeDesigns')
    .set(to)
    .where('changeId', '=', changeId)
    .where('position', '=', position)
    .execute();
}

async function finish({ database, clock }: Services, { id, state }: RunningChange): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable('bulkChanges')
      .set({
        state: state === 'undoing' ? 'undone' : 'done',
        finishedAt: clock().toISOString(),
      })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute(),
  );
}

/** Runs bulk changes regularly, in one process at a time. `stop` waits for the designs in progress. */
export function startBulkChanges(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0, afterFailureMs },
    async (signal) => {
      if (!(await nextChange(services))) return;
      await runAlone(services, 'bulk changes', (lost) =>
        runBulkChanges(services, AbortSignal.any([signal, lost])),
      );
    },
    (error) => services.log.error({ err: error }, 'a bulk change failed'),
  );
}
