import type { Insertable } from 'kysely';
import { newDesign } from '#contract/studio/design-record.ts';
import { columnsOf } from '../catalogue/design-columns.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Tables } from '../platform/database/tables.ts';

type DesignRow = Insertable<Tables['products']>;

/** A new draft as it is stored, with a SKU of its own unless `fields` has another. */
export function draftRow(
  { now }: Pick<Change, 'now'>,
  fields: Pick<DesignRow, 'title'> & Partial<DesignRow>,
): DesignRow {
  const id = newId(now);
  const nowAt = now.toISOString();
  return {
    id,
    ...columnsOf(newDesign),
    discountedPrice: null,
    sku: `D-${id.slice(-8).toUpperCase()}`,
    salesCount: 0,
    status: 'draft',
    publishedAt: nowAt,
    archiveSha256: null,
    archiveBytes: null,
    isDemo: 0,
    updatedAt: nowAt,
    ...fields,
  };
}
