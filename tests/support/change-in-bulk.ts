import type { BulkAction, BulkSelection } from '#contract/studio/bulk-actions.ts';
import type { BulkChange } from '#contract/studio/bulk-changes.ts';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { runBulkChanges } from '#server/designs/bulk/run-changes.ts';
import type { DesignDesk } from './design-desk.ts';
import { callStudio } from './studio-call.ts';

type StaffMember = Pick<DesignDesk, 'app' | 'cookie'>;
type Desk = StaffMember & Pick<DesignDesk, 'services'>;
type ChangedDesigns = StudioCallAnswer<'bulkChangeDesigns'>['items'];

/** Changes prices by so many percent. */
export const percent = (value: number): BulkAction => ({
  kind: 'price',
  way: 'percent',
  value,
  rounding: 'cent',
});

/** What makes a complete design of a new one. */
export const oneFile = () => ({ files: { 'a.png': new Uint8Array([1, 2, 3]) } });

/** Plans an action on these designs, or on those that a filter matches. */
export async function planInBulk(
  { app, cookie }: StaffMember,
  of: readonly string[] | Omit<Extract<BulkSelection, { of: 'filter' }>, 'of'>,
  action: BulkAction,
): Promise<BulkChange> {
  const selection = Array.isArray(of)
    ? { of: 'named' as const, ids: [...of] }
    : { of: 'filter' as const, ...of };
  return (await callStudio(app, 'planBulkChange', { body: { selection, action }, cookie })).answer;
}

/** Starts a planned change and completes it. */
export async function runInBulk(desk: Desk, changeId: string): Promise<BulkChange> {
  await callStudio(desk.app, 'startBulkChange', { params: { changeId }, cookie: desk.cookie });
  return finished(desk, changeId);
}

/** Undoes a change and completes that. */
export async function undoInBulk(desk: Desk, changeId: string): Promise<BulkChange> {
  await callStudio(desk.app, 'undoBulkChange', { params: { changeId }, cookie: desk.cookie });
  return finished(desk, changeId);
}

async function finished({ app, cookie, services }: Desk, changeId: string): Promise<BulkChange> {
  await runBulkChanges(services);
  return (await callStudio(app, 'bulkChange', { params: { changeId }, cookie })).answer;
}

/** Plans and completes an action on these designs. */
export async function changeInBulk(
  desk: Desk,
  of: Parameters<typeof planInBulk>[1],
  action: BulkAction,
): Promise<BulkChange> {
  return runInBulk(desk, (await planInBulk(desk, of, action))._id);
}

/** The first page of the designs of a change. */
export async function designsInBulk(
  { app, cookie }: Desk,
  changeId: string,
): Promise<ChangedDesigns> {
  const { answer } = await callStudio(app, 'bulkChangeDesigns', { params: { changeId }, cookie });
  return answer.items;
}
