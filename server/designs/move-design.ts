import type { StudioAction } from '#contract/studio/audit-actions.ts';
import type { Design } from '#contract/studio/design-record.ts';
import { type DesignStatus, designMessages } from '#contract/studio/designs.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import { Problem } from '../platform/http/problem.ts';
import { withStorageProblem } from '../platform/http/storage-problem.ts';
import type { Services } from '../platform/services/services.ts';
import { changeDesign, type DesignToChange } from './change-design.ts';
import { packIfUnprepared, prepareFiles } from './files/prepare-files.ts';
import { assertComplete } from './missing-parts.ts';
import { designToChange, readDesign } from './read-design.ts';

const actions: Readonly<Record<DesignStatus, StudioAction>> = {
  draft: 'design.drafted',
  published: 'design.published',
  retired: 'design.retired',
};

/**
 * Publishes a design, retires it, or makes it a draft again. A retired one stays with its buyers and may
 * return with its original publication date. A draft can't be retired, and a design that was bought can't
 * become a draft.
 * @throws NOT_FOUND, CHANGED_MEANWHILE, INVALID, STORAGE_FULL
 */
export async function moveDesign(
  services: Services,
  actorId: string,
  { id, version, status }: Pick<DesignToChange, 'id' | 'version' | 'status'>,
  makeLast: MakeLastChange<Design>,
): Promise<Design> {
  const { database } = services;
  if (status === 'published') {
    const row = await designToChange(database.read, id, version);
    if (row.status === status) return readDesign(database.read, id);
    await assertComplete(database.read, row);
    // Outside the transaction, because packing takes a while.
    await withStorageProblem(() => prepareFiles(services, id));
  }
  return makeLast(async (change) => {
    await moveRow({ ...change, actorId }, id, { version, status });
    return readDesign(change.tx, id);
  });
}

/**
 * Moves a design in the caller's transaction. Before publishing, `prepareFiles` must have run.
 * @throws NOT_FOUND, CHANGED_MEANWHILE, INVALID, before anything is written
 */
export async function moveRow(
  change: AuditedChange,
  id: string,
  { version, status }: { readonly version: number; readonly status: DesignStatus },
): Promise<void> {
  const { tx, now } = change;
  const row = await designToChange(tx, id, version);
  if (row.status === status) return;
  if (status === 'retired' && row.status === 'draft') {
    throw new Problem('INVALID', designMessages.draftRetired);
  }
  const isFirst = status === 'published' && row.status === 'draft';
  const publishedAt = isFirst ? now.toISOString() : row.publishedAt;
  await setStatus(change, row, { status, publishedAt });
}

/**
 * Sets the status of a design, whatever it was, and its publication date.
 * @throws INVALID for publishing an incomplete design, or making a draft of one that was bought
 */
export async function setStatus(
  change: AuditedChange,
  row: DesignToChange,
  { status, publishedAt }: Pick<DesignToChange, 'status' | 'publishedAt'>,
): Promise<void> {
  if (status === 'published') await assertComplete(change.tx, row);
  if (status === 'draft') await assertNotBought(change.tx, row);
  await change.tx.deleteFrom('plannedPublications').where('productId', '=', row.id).execute();
  await changeDesign(change, actions[status], row, { status, publishedAt });
  if (status === 'published') await packIfUnprepared(change, row.id);
}

/** @throws INVALID for a design with orders */
export async function assertNotBought(
  reader: Reader,
  { id }: Pick<DesignToChange, 'id'>,
): Promise<void> {
  const bought = await reader
    .selectFrom('orderItems')
    .select('id')
    .where('productId', '=', id)
    .executeTakeFirst();
  if (!bought) return;
  throw new Problem('INVALID', 'This design has orders. Retire it instead.');
}
