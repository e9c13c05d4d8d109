import { fileMessages } from '#contract/studio/files.ts';
import type { Database, Transaction } from '../../platform/database/open.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { Problem } from '../../platform/http/problem.ts';
import { queueDelivery } from './work-queue.ts';

/** A design as far as its files are concerned. */
export interface FiledDesign {
  readonly id: string;
  readonly title: string;
  readonly status: 'draft' | 'published' | 'retired';
}

/** Throws NOT_FOUND. */
export async function findDesign(
  database: Database['read'] | Transaction,
  id: string,
): Promise<FiledDesign> {
  const row = await database
    .selectFrom('products')
    .select(['id', 'title', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', fileMessages.noDesign);
  return row;
}

/** Tells the open shops of what they show of a design. */
export async function recordShownFiles(
  tx: Transaction,
  now: Date,
  design: FiledDesign,
): Promise<void> {
  await tx
    .updateTable('products')
    .set({ updatedAt: now.toISOString() })
    .where('id', '=', design.id)
    .execute();
  if (design.status === 'published') await recordChange(tx, now, [design.id]);
}

/**
 * What follows when the files of a design change, in the same transaction. A draft loses its
 * archive, which publishing makes anew. Any other has buyers: its archive is made anew behind it,
 * the old one serving until then; `news` names the files whose new version they are told of.
 */
export async function filesChanged(
  tx: Transaction,
  now: Date,
  design: FiledDesign,
  news: readonly string[] = [],
): Promise<void> {
  await recordShownFiles(tx, now, design);
  if (design.status !== 'draft') return queueDelivery(tx, now, design.id, news);
  await tx
    .updateTable('products')
    .set({ archiveSha256: null, archiveBytes: null })
    .where('id', '=', design.id)
    .execute();
}
