import { type RawBuilder, sql } from 'kysely';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import type { DesignSort } from '#contract/studio/designs.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import type { Database } from '../platform/database/open.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import { designRow, selectDesigns } from './design-row.ts';

/** The sort orders. Ties go by id, so that each design is on exactly one page. */
const orders: Readonly<Record<DesignSort, readonly [RawBuilder<unknown>, 'asc' | 'desc']>> = {
  updated: [sql.ref('products.updatedAt'), 'desc'],
  title: [sql`lower(${sql.ref('products.title')})`, 'asc'],
  'price-low-high': [sql.ref('products.price'), 'asc'],
  'price-high-low': [sql.ref('products.price'), 'desc'],
  'most-sold': [sql.ref('products.salesCount'), 'desc'],
};

/** A page of the designs whose title or SKU contains the search text. */
export async function listDesigns(
  read: Database['read'],
  { page, search, status, sort }: StudioCallInput<'designs'>['query'],
): Promise<StudioCallAnswer<'designs'>> {
  // The search text is literal: % and _ aren't wildcards.
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const wanted = selectDesigns(read)
    .$if(status !== undefined, (query) => query.where('products.status', '=', status ?? 'draft'))
    .$if(search !== '', (query) =>
      query.where(({ eb, or, val }) =>
        or(
          (['products.title', 'products.sku'] as const).map(
            (column) => sql<boolean>`${eb.ref(column)} like ${val(pattern)} escape '\\'`,
          ),
        ),
      ),
    );
  const [by, direction] = orders[sort];
  const [{ total }, rows] = await Promise.all([
    wanted
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    wanted
      .orderBy(by, direction)
      .orderBy('products.id', direction)
      .limit(studioPageSize)
      .offset(pageOffset(page))
      .execute(),
  ]);
  return listPage(rows.map(designRow), total);
}
