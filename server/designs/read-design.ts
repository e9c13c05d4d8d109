import { type Design, designFields, type EditedDesign } from '#contract/studio/design-record.ts';
import { toWire } from '#contract/wire/money.ts';
import { pick } from '#contract/wire/pick.ts';
import { readFields, storedFields } from '../catalogue/design-columns.ts';
import { tileOf } from '../catalogue/queries.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { designRow, selectDesigns } from './design-row.ts';
import { missingParts } from './missing-parts.ts';

/** What the editor edits of a design. */
export const editedOf = (design: Design): EditedDesign => pick(design, designFields);

/** The row of a design, for a change. @throws NOT_FOUND; CHANGED_MEANWHILE unless it still has the version that was seen */
export async function designToChange(database: Reader, id: string, version: number | null) {
  const row = await database
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw noDesign();
  if (version !== null && row.version !== version) {
    throw new Problem('CHANGED_MEANWHILE', 'Someone else saved this design. Nothing was changed.');
  }
  return row;
}

/** A design with everything the editor shows. @throws NOT_FOUND */
export async function readDesign(database: Reader, id: string): Promise<Design> {
  const [row, categories] = await Promise.all([
    selectDesigns(database).selectAll('products').where('products.id', '=', id).executeTakeFirst(),
    database
      .selectFrom('productCategories')
      .select('categoryId')
      .where('productId', '=', id)
      .orderBy('position')
      .execute(),
  ]);
  if (!row) throw noDesign();
  const { salePrice, saleStartsAt, saleEndsAt } = row;
  return {
    ...designRow(row),
    ...readFields(row, storedFields),
    sale:
      salePrice === null
        ? null
        : { price: toWire(salePrice), startsAt: saleStartsAt, endsAt: saleEndsAt },
    categoryIds: categories.map(({ categoryId }) => categoryId),
    tile: tileOf(row),
    publishedAt: row.status === 'draft' ? null : row.publishedAt,
    missing: await missingParts(database, row),
  };
}

export function noDesign(): Problem {
  return new Problem('NOT_FOUND', 'This design doesn’t exist.');
}
