import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { mostCounted } from '#contract/studio/list.ts';
import { isPostgres } from './column-types.ts';
import type { Tables } from './tables.ts';

/** About how many rows a sample reads: enough to recognise what one of a hundred has, within milliseconds. */
const sampleRows = 2000;

/** Chance alone hardly ever makes a sample differ by more standard deviations from the table. */
const deviations = 4;

type SampledTable = 'orders' | 'orderTexts' | 'buyerTexts';

/** A query over `rows` in the place of a table's. */
export function queryOver<T extends SampledTable>(
  read: Kysely<Tables>,
  table: T,
  rows: RawBuilder<unknown>,
): SelectQueryBuilder<Tables, T, object> {
  return read.selectFrom(rows.as(table)) as unknown as SelectQueryBuilder<Tables, T, object>;
}

/**
 * Whether a query over a table surely finds as many rows as are counted, told from a sample of it. An index would
 * first collect every match: of five million orders, half a million. False if that isn't sure, and on SQLite.
 * `find` gets the sample in the table's place.
 */
export async function findsMost<DB, TB extends keyof DB>(
  read: Kysely<Tables>,
  table: SampledTable,
  find: (sample: RawBuilder<unknown>) => SelectQueryBuilder<DB, TB, object>,
): Promise<boolean> {
  if (!isPostgres(read)) return false;
  const { rows } = await sql<{ rows: number }>`
    select reltuples::float8 as rows from pg_class where oid = ${`"${table}"`}::regclass
  `.execute(read);
  const size = rows[0]?.rows ?? 0;
  if (size < mostCounted) return false;
  const percent = Math.min(100, (100 * sampleRows) / size);
  const sample = sql`(select * from ${sql.table(table)} tablesample system (${percent}) offset 0)`;
  const { rows: counts } = await sql<{ found: number }>`
    select count(*) as found from (${find(sample).select(sql`1`.as('one'))}) as sampled
  `.execute(read);
  const found = counts[0]?.found ?? 0;
  return (found - deviations * Math.sqrt(found)) * (100 / percent) >= mostCounted;
}
