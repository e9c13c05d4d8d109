import { fileMessages } from '#contract/studio/files.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import { recordCatalogueChange } from '../../platform/database/record-catalogue-change.ts';
import { Problem } from '../../platform/http/problem.ts';
import { queueDelivery } from './work-queue.ts';

/** The columns of a design that concern its files. */
export interface FiledDesign {
  readonly id: string;
  readonly title: string;
  readonly status: 'draft' | 'published' | 'retired';
  readonly commissionId: string | null;
}

/** @throws NOT_FOUND */
export async function findDesign(database: Reader, id: string): Promise<FiledDesign> {
  const row = await database
    .selectFrom('products')
    .select(['id', 'title', 'status', 'commissionId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', fileMessages.noDesign);
  return row;
}

/** Records that what the shop shows of a design has changed: call it last. */
export async function recordShownFiles(change: Change, design: FiledDesign): Promise<void> {
  const { tx, now } = change;
  await tx
    .updateTable('products')
    .set({ updatedAt: now.toISOString() })
    .where('id', '=', design.id)
    .execute();
  if (design.status === 'published') await recordCatalogueChange(change, [design.id]);
}

/**
 * Does what follows a change of a design's files, in the same transaction. A draft loses its archive;
 * publishing makes a new one. Any other design has buyers, or one who waits for it, so a new archive is queued and the old one is
 * served until it is ready; `news` are the files whose new version its buyers are mailed about. Call it last.
 */
export async function filesChanged(
  change: Change,
  design: FiledDesign,
  news: readonly string[] = [],
): Promise<void> {
  const { tx } = change;
  if (design.status === 'draft' && design.commissionId === null) {
    await tx
      .updateTable('products')
      .set({ archiveSha256: null, archiveBytes: null })
      .where('id', '=', design.id)
      .execute();
  } else await queueDelivery(change, design.id, news);
  await recordShownFiles(change, design);
}
