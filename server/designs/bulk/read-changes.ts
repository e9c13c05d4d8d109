import type { BulkAction } from '#contract/studio/bulk-actions.ts';
import type { BulkChange } from '#contract/studio/bulk-changes.ts';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { countOf } from '../../platform/database/count-of.ts';
import type { Database } from '../../platform/database/open.ts';
import { listPage, pageOffset } from '../../platform/http/list-page.ts';
import { Problem } from '../../platform/http/problem.ts';

type Read = Database['read'];

/** Bulk changes that were started, newest first. */
export async function changePage(
  read: Read,
  page: number,
): Promise<StudioCallAnswer<'bulkChanges'>> {
  const started = read.selectFrom('bulkChanges').where('state', '!=', 'planned');
  const total = await countOf(started);
  const rows = await started
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  const items: BulkChange[] = [];
  for (const { id } of rows) items.push(await readChange(read, id));
  return listPage(items, total);
}

/** A bulk change with its counts. @throws NOT_FOUND */
export async function readChange(read: Read, changeId: string): Promise<BulkChange> {
  const row = await read
    .selectFrom('bulkChanges')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'bulkChanges.accountId')
    .selectAll('bulkChanges')
    .select('studioAccounts.email')
    .where('bulkChanges.id', '=', changeId)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'This change doesn’t exist.');
  const counts = await read
    .selectFrom('bulkChangeDesigns')
    .select((each) => ['outcome', each.fn.countAll<number>().as('count')])
    .where('changeId', '=', changeId)
    .groupBy('outcome')
    .execute();
  const of = (outcome: string) => counts.find((each) => each.outcome === outcome)?.count ?? 0;
  const { kind } = JSON.parse(row.action) as BulkAction;
  return {
    _id: row.id,
    title: row.title,
    state: row.state,
    actor: row.email ?? '',
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    canUndo: row.state === 'done' && kind !== 'delete' && of('changed') > 0,
    isDeletion: kind === 'delete',
    designs: {
      unchanged: row.unchanged,
      waiting: of('waiting'),
      changed: of('changed'),
      refused: of('refused'),
      undone: of('undone'),
      kept: of('kept'),
    },
  };
}

/** A page of the designs of a bulk change, in order. @throws NOT_FOUND */
export async function changedDesignPage(
  read: Read,
  changeId: string,
  { page, outcome }: StudioCallInput<'bulkChangeDesigns'>['query'],
): Promise<StudioCallAnswer<'bulkChangeDesigns'>> {
  await readChange(read, changeId);
  const found = read
    .selectFrom('bulkChangeDesigns')
    .where('changeId', '=', changeId)
    .$if(outcome !== '', (query) =>
      query.where('outcome', '=', outcome as Exclude<typeof outcome, ''>),
    );
  const total = await countOf(found);
  const items = await found
    .select(['productId as id', 'title', 'before', 'after', 'outcome', 'reason'])
    .orderBy('position')
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  return listPage(items, total);
}
