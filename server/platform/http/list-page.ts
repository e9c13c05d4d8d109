import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { mostCounted, studioPageSize } from '#contract/studio/list.ts';
import type { Database } from '../database/open.ts';

/** The index of a page's first row in its list. */
export function pageOffset(page: number): number {
  return (page - 1) * studioPageSize;
}

/** A page of a list in the contract's shape. */
export function listPage<T>(items: T[], total: number) {
  return { items, total, totalPages: Math.max(1, Math.ceil(total / studioPageSize)) };
}

/** Rows to read for a page of a list that is counted with `countUpTo`: one more shows that another page follows. */
export const rowsOfLongPage = studioPageSize + 1;

/** Counts the rows of a query, `mostCounted` at most: counting millions takes seconds. */
export async function countUpTo<DB, TB extends keyof DB>(
  read: Database['read'],
  found: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (${found.select(sql`1`.as('one')).limit(mostCounted)}) AS counted
  `.execute(read);
  return rows[0]?.count ?? 0;
}

/**
 * The rows of a page, found in any order, sorted by `place` and id, with the number of all; null if there are `mostCounted`
 * or more, which are not sorted.
 */
export async function pageOfFew<DB, TB extends keyof DB>(
  read: Database['read'],
  found: SelectQueryBuilder<DB, TB, { place: string | number; id: string }>,
  direction: 'asc' | 'desc',
  page: number,
): Promise<{ rows: { id: string }[]; counted: number } | null> {
  const order = sql.raw(direction);
  const { rows } = await sql<{ id: string | null; counted: number }>`
    WITH found AS MATERIALIZED ${found.limit(mostCounted)}, number AS (SELECT count(*) AS counted FROM found)
    SELECT number.counted, page.id FROM number LEFT JOIN (
      SELECT id, place FROM found WHERE (SELECT counted FROM number) < ${mostCounted}
      ORDER BY place ${order}, id ${order} LIMIT ${rowsOfLongPage} OFFSET ${pageOffset(page)}
    ) AS page ON true ORDER BY page.place ${order}, page.id ${order}`.execute(read);
  const counted = rows[0]?.counted ?? 0;
  if (counted >= mostCounted) return null;
  return { rows: rows.flatMap(({ id }) => (id === null ? [] : [{ id }])), counted };
}

/**
 * The rows of a page and what is known of the total, from `rowsOfLongPage` rows and what was counted; `isAtLeast`: there
 * may be more.
 */
export function longPage<T>(
  rows: readonly T[],
  counted: number,
  page: number,
  isAtLeast = counted >= mostCounted,
) {
  const isLast = rows.length < rowsOfLongPage && (rows.length > 0 || page === 1);
  const seen = rows.length === 0 ? 0 : pageOffset(page) + rows.length;
  return {
    rows: rows.slice(0, studioPageSize),
    total: isLast ? seen : Math.max(counted, seen),
    isCounted: isLast || !isAtLeast,
  };
}
