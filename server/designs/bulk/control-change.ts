import type { StudioAction } from '#contract/studio/audit-actions.ts';
import { bulkMessages } from '#contract/studio/bulk-actions.ts';
import type { BulkState } from '#contract/studio/bulk-changes.ts';
import { recordAction, seenText } from '../../platform/audit/record-action.ts';
import { makeAuditedChange } from '../../platform/database/change.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { readChange } from './read-changes.ts';

/** Starts a planned change; does nothing if it was started already. @throws NOT_FOUND */
export function startChange(services: Services, actorId: string, changeId: string): Promise<void> {
  return transition(services, actorId, changeId, {
    from: 'planned',
    to: 'running',
    action: 'bulk_change.started',
  });
}

/** Starts the undo of a change that is done; does nothing if it was started already. @throws NOT_FOUND; CONFLICT */
export async function undoChange(
  services: Services,
  actorId: string,
  changeId: string,
): Promise<void> {
  const { state, canUndo } = await readChange(services.database.read, changeId);
  if (state === 'undoing' || state === 'undone') return;
  if (!canUndo) throw new Problem('CONFLICT', bulkMessages.cannotUndo);
  await transition(services, actorId, changeId, {
    from: 'done',
    to: 'undoing',
    action: 'bulk_change.undone',
  });
}

async function transition(
  services: Services,
  actorId: string,
  changeId: string,
  {
    from,
    to,
    action,
  }: { readonly from: BulkState; readonly to: BulkState; readonly action: StudioAction },
): Promise<void> {
  const { title, designs } = await readChange(services.database.read, changeId);
  await makeAuditedChange(services, actorId, async (change) => {
    const { numUpdatedRows } = await change.tx
      .updateTable('bulkChanges')
      .set({ state: to, runBy: actorId, finishedAt: null })
      .where('id', '=', changeId)
      .where('state', '=', from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const after = { change: seenText(title), designs: designs.waiting + designs.changed };
    await recordAction(change, { action, subjectId: changeId, before: null, after });
  });
}
