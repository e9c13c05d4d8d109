import type { Reader } from '../../platform/database/open.ts';
import type { PlannedDesign } from './plan-design.ts';

/** These designs with their categories, by id; those that don't exist are left out. */
export async function readPlanned(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PlannedDesign>> {
  const rows = await reader.selectFrom('products').selectAll().where('id', 'in', ids).execute();
  const categories = await reader
    .selectFrom('productCategories')
    .select(['productId', 'categoryId'])
    .where('productId', 'in', ids)
    .orderBy('position')
    .execute();
  const categoriesOf = Map.groupBy(categories, ({ productId }) => productId);
  return new Map(
    rows.map((row) => {
      const own = categoriesOf.get(row.id) ?? [];
      return [row.id, { ...row, categoryIds: own.map(({ categoryId }) => categoryId) }];
    }),
  );
}

export async function categoryNames(reader: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.selectFrom('categories').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
