import type { Reader } from '../platform/database/open.ts';
import { invalidField } from '../platform/http/problem.ts';

/** The ids of the designs with these SKUs. @throws INVALID for the first SKU that doesn't exist */
export async function productIdsBySku(reader: Reader, skus: readonly string[]): Promise<string[]> {
  if (skus.length === 0) return [];
  const rows = await reader
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('sku', 'in', skus)
    .execute();
  const ids = new Map(rows.map(({ id, sku }) => [sku, id]));
  return skus.map((sku) => {
    const id = ids.get(sku);
    if (id !== undefined) return id;
    throw invalidField('skus', `No design has the SKU ${sku}.`);
  });
}
