import type { SelectQueryBuilder } from 'kysely';

/** How many rows a query finds. */
export async function countOf<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, object>,
): Promise<number> {
  const row = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return (row as { readonly count: number }).count;
}
