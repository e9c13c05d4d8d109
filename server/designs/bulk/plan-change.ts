import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type BulkAction,
  type BulkSelection,
  bulkMessages,
} from '#contract/studio/bulk-actions.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Database, Reader } from '../../platform/database/open.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { wasShown } from '../delete-design.ts';
import { matchingDesigns } from '../list-designs.ts';
import { assertComplete } from '../missing-parts.ts';
import { assertNotBought } from '../move-design.ts';
import { assertKnownDesigners } from '../save-design.ts';
import { actionTitle } from './action-title.ts';
import {
  type DesignPlan,
  type PlanContext,
  type PlannedDesign,
  planDesign,
  type StoredAction,
  undoRecordOf,
} from './plan-design.ts';
import { categoryNames, readPlanned } from './read-planned.ts';

/** Designs per query and transaction, so that others can read and write in between. */
export const designsAtOnce = 200;

/**
 * Plans an action on the selected designs and stores what it would do to each; changes none. Replaces what
 * the same person planned before but never started. Returns the change's id.
 * @throws INVALID if nothing is selected, or for an unknown designer; CONFLICT if the same person plans another
 * one meanwhile
 */
export async function planChange(
  services: Services,
  accountId: string,
  { selection, action }: { readonly selection: BulkSelection; readonly action: BulkAction },
): Promise<string> {
  const { read } = services.database;
  const ids = await selected(read, selection);
  if (ids.length === 0) {
    const isOfComplete = selection.of === 'filter' && selection.missing === 'nothing';
    throw new Problem('INVALID', bulkMessages[isOfComplete ? 'noneComplete' : 'nothingMatches']);
  }
  if (action.kind === 'designers' && action.how === 'add') {
    await assertKnownDesigners(read, [], action.designers);
  }
  const context = { names: await categoryNames(read), now: services.clock() };
  const title = actionTitle(action, context.names);
  return storePlan(services, accountId, { title, action }, plans(read, ids, action, context));
}

async function* plans(
  read: Reader,
  ids: readonly string[],
  action: BulkAction,
  context: PlanContext,
): AsyncGenerator<readonly PlannedRow[]> {
  for (const some of chunk(ids, designsAtOnce)) {
    const designs = await readPlanned(read, some);
    const planned: PlannedRow[] = [];
    for (const id of some) {
      const design = designs.get(id);
      planned.push({ id, design, plan: await planOne(read, design, action, context) });
    }
    yield planned;
  }
}

/** What a bulk change would do to a design; `design` is undefined if it doesn't exist. */
export interface PlannedRow {
  readonly id: string;
  readonly design: PlannedDesign | undefined;
  readonly plan: DesignPlan;
}

/**
 * Stores a planned change with what it would do to each design, a part at a time. Replaces what the same person
 * planned before but never started. Returns its id.
 * @throws CONFLICT if the same person plans another one meanwhile
 */
export async function storePlan(
  { database, clock }: Services,
  accountId: string,
  { title, action }: { readonly title: string; readonly action: StoredAction },
  parts: AsyncIterable<readonly PlannedRow[]>,
): Promise<string> {
  const now = clock();
  const changeId = newId(now);
  await database.write(async (tx) => {
    await tx
      .deleteFrom('bulkChanges')
      .where('accountId', '=', accountId)
      .where('state', '=', 'planned')
      .execute();
    await tx
      .insertInto('bulkChanges')
      .values({
        id: changeId,
        accountId,
        runBy: accountId,
        title,
        action: JSON.stringify(action),
        state: 'planned',
        unchanged: 0,
        createdAt: now.toISOString(),
        finishedAt: null,
      })
      .execute();
  });
  let unchanged = 0;
  let position = 0;
  for await (const part of parts) {
    const rows: ReturnType<typeof rowOf>[] = [];
    for (const { id, design, plan } of part) {
      if (plan.kind === 'unchanged') unchanged += 1;
      else rows.push(rowOf(plan, { changeId, position, id, design, action }));
      position += 1;
    }
    await database.write(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('bulkChanges')
        .set({ unchanged })
        .where('id', '=', changeId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Problem('CONFLICT', bulkMessages.replaced);
      if (rows.length > 0) await tx.insertInto('bulkChangeDesigns').values(rows).execute();
    });
    await yieldToEventLoop();
  }
  return changeId;
}

async function selected(
  read: Database['read'],
  selection: BulkSelection,
): Promise<readonly string[]> {
  if (selection.of === 'named') return [...new Set(selection.ids)];
  const rows = await matchingDesigns(read, selection)
    .select('products.id')
    .orderBy('products.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What an action would do to a design now, by its row and by everything attached to it. */
export async function planOne(
  reader: Reader,
  design: PlannedDesign | undefined,
  action: BulkAction,
  context: PlanContext,
): Promise<DesignPlan> {
  if (!design) return { kind: 'refused', reason: 'This design doesn’t exist.' };
  const plan = planDesign(design, action, context);
  try {
    if (plan.kind === 'delete' && (await wasShown(reader, design.id))) {
      return { kind: 'refused', reason: 'It was published before, so it can’t be deleted.' };
    }
    if (plan.kind === 'change') {
      if (plan.fields.status === 'published') await assertComplete(reader, design);
      if (plan.fields.status === 'draft') await assertNotBought(reader, design);
    }
    return plan;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: 'refused', reason: error.message };
  }
}

function rowOf(
  plan: Exclude<DesignPlan, { kind: 'unchanged' }>,
  of: {
    readonly changeId: string;
    readonly position: number;
    readonly id: string;
    readonly design: PlannedDesign | undefined;
    readonly action: StoredAction;
  },
) {
  const { changeId, position, id, design, action } = of;
  const isRefused = plan.kind === 'refused';
  const isTable = action.kind === 'table' && plan.kind === 'change' && design !== undefined;
  return {
    changeId,
    position,
    productId: id,
    version: design?.version ?? 0,
    title: design?.title ?? id,
    before: isRefused ? '' : plan.before,
    after: isRefused ? '' : plan.after,
    outcome: isRefused ? ('refused' as const) : ('waiting' as const),
    reason: isRefused ? plan.reason : '',
    // A table's values can't be worked out again from an action.
    restore: isTable ? JSON.stringify(undoRecordOf(design, plan.fields)) : null,
  };
}
