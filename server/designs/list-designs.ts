import { type RawBuilder, sql } from 'kysely';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import {
  type DesignPart,
  type DesignSort,
  designParts,
  type ListedDesign,
} from '#contract/studio/designs.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Database, Reader } from '../platform/database/open.ts';
import { hasInTitleOrSku } from '../platform/database/text-search.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import { designRow, selectDesigns } from './design-row.ts';
import { missingParts } from './missing-parts.ts';
import { noDesign } from './read-design.ts';

/** The sort orders. Ties go by id, so that each design is on exactly one page. */
const orders: Readonly<Record<DesignSort, readonly [RawBuilder<unknown>, 'asc' | 'desc']>> = {
  updated: [sql.ref('products.updatedAt'), 'desc'],
  title: [sql.ref('products.searchTitle'), 'asc'],
  'price-low-high': [sql.ref('products.price'), 'asc'],
  'price-high-low': [sql.ref('products.price'), 'desc'],
  'most-sold': [sql.ref('products.salesCount'), 'desc'],
};

/** Whether a design lacks each part; the same rules as in missing-parts.ts. */
const lacks: Readonly<Record<DesignPart, RawBuilder<boolean>>> = {
  price: sql`products.price = 0`,
  categoryIds: sql`not exists (select 1 from "productCategories" where "productId" = products.id)`,
  designers: sql`products.designers = '[]'`,
  images: sql`not exists (select 1 from "productImages" where "productId" = products.id)`,
  files: sql`(not exists (select 1 from "productFiles" where "productId" = products.id)
    or exists (select 1 from "productFiles" where "productId" = products.id and sha256 is null))`,
};

/** A part that it lacks. A published design is complete, so only the others are looked at. */
function lacksAny(parts: readonly DesignPart[]): RawBuilder<boolean> {
  const each = parts.map((part) => lacks[part]);
  return sql`(products.status <> 'published' and (${sql.join(each, sql` or `)}))`;
}

/** If a search finds so many designs, reading in the order of an index soon fills a page; fewer are collected first. */
const manyDesigns = 1000;

type DesignFilter = Pick<StudioCallInput<'designs'>['query'], 'search' | 'status' | 'missing'>;

/** The designs that a filter matches; the search is for a part of the title or SKU. */
export function matchingDesigns(read: Database['read'], { search, status, missing }: DesignFilter) {
  return read
    .selectFrom('products')
    .$if(status !== undefined, (query) => query.where('products.status', '=', status ?? 'draft'))
    .$if(search !== '', (query) => query.where(hasInTitleOrSku(search)))
    .$if(missing !== undefined, (query) =>
      missing === 'nothing'
        ? query.where(({ not }) => not(lacksAny(designParts)))
        : query.where(lacksAny([missing ?? 'price'])),
    );
}

export async function listDesigns(
  read: Database['read'],
  { page, sort, ...filter }: StudioCallInput<'designs'>['query'],
): Promise<StudioCallAnswer<'designs'>> {
  const wanted = matchingDesigns(read, filter);
  const [by, direction] = orders[sort];
  const total = await countOf(wanted);
  if (total === 0) return listPage([], 0);
  const isSoonFound = filter.search === '' || total >= manyDesigns;
  const rows = await selectListed(read)
    .where(
      'products.id',
      'in',
      (isSoonFound ? wanted : await collected(read, wanted))
        .select('products.id')
        .orderBy(by, direction)
        .orderBy('products.id', direction)
        .limit(studioPageSize)
        .offset(pageOffset(page)),
    )
    .orderBy(by, direction)
    .orderBy('products.id', direction)
    .execute();
  const items: ListedDesign[] = [];
  for (const row of rows) items.push(await listedRow(read, row));
  return listPage(items, total);
}

/** The designs of a query, found by it now. */
async function collected(read: Database['read'], wanted: ReturnType<typeof matchingDesigns>) {
  const found = await wanted.select('products.id').execute();
  return read.selectFrom('products').where(
    'products.id',
    'in',
    found.map(({ id }) => id),
  );
}

/** One design as in the list. @throws NOT_FOUND */
export async function readListed(reader: Reader, id: string): Promise<ListedDesign> {
  const row = await selectListed(reader).where('products.id', '=', id).executeTakeFirst();
  if (!row) throw noDesign();
  return listedRow(reader, row);
}

function selectListed(reader: Reader) {
  return selectDesigns(reader).select('products.designers');
}

async function listedRow(
  reader: Reader,
  { designers, ...row }: Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number],
): Promise<ListedDesign> {
  const missing =
    row.status === 'published' ? {} : await missingParts(reader, { ...row, designers });
  return { ...designRow(row), lacks: designParts.filter((part) => part in missing) };
}
