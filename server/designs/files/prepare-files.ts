import { fileMessages } from '#contract/studio/files.ts';
import type { Change } from '../../platform/database/change.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { publishArchive } from './archive.ts';
import { queueDelivery } from './work-queue.ts';

/**
 * Prepares what buyers of a design download: one ZIP if it has several files. Call it before publishing; it
 * makes nothing public.
 * @throws INVALID while a file is missing
 */
export async function prepareFiles(services: Services, designId: string): Promise<void> {
  const outcome = await publishArchive(services, designId);
  // Files were added in the meantime: pack again.
  if (outcome === 'changed') return prepareFiles(services, designId);
  if (outcome === 'missing') throw new Problem('INVALID', fileMessages.missingFile);
}

/**
 * Queues packing if a design's files changed after they were prepared. Call it in the transaction that
 * publishes the design.
 */
export async function packIfUnprepared(change: Change, designId: string): Promise<void> {
  const { tx } = change;
  const { archiveSha256, files } = await tx
    .selectFrom('products')
    .select((row) => [
      'archiveSha256',
      row
        .selectFrom('productFiles')
        .select((count) => count.fn.countAll<number>().as('files'))
        .whereRef('productId', '=', 'products.id')
        .as('files'),
    ])
    .where('id', '=', designId)
    .executeTakeFirstOrThrow();
  if (archiveSha256 === null && (files ?? 0) > 1) await queueDelivery(change, designId, []);
}
