import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { mostCounted } from '#contract/studio/list.ts';
import { isPostgres } from './column-types.ts';
import type { Tables } from './tables.ts';

/** How many consecutive rows a run of a sample has. */
const rowsOfRun = 30;
/** Enough runs to show that one text in ten matches. */
const firstRuns = 12;
/** Enough runs to show that one text in a hundred matches; they are read within milliseconds. */
const manyRuns = 120;

/** By how many standard deviations a sample may differ from the table; by chance alone, it hardly ever differs by more. */
const deviations = 4;

type SampledTable = 'orders' | 'orderTexts' | 'buyerTexts';

/** Part of a sample: its rows, and how many of them match. */
interface Run {
  readonly rows: number;
  readonly found: number;
}

/** The ids of the first and of the last row of a table, or of the part of it that is searched; null if it has none. */
export interface Ends {
  readonly first: number | null;
  readonly last: number | null;
}

/** A query over `rows` instead of a table's own. */
export function queryOver<T extends SampledTable>(
  read: Kysely<Tables>,
  table: T,
  rows: RawBuilder<unknown>,
): SelectQueryBuilder<Tables, T, object> {
  return read.selectFrom(rows.as(table)) as unknown as SelectQueryBuilder<Tables, T, object>;
}

/**
 * Whether a query is sure to find at least as many rows as are counted, judging by a sample of the texts between `ends`.
 * An index would first collect every match, such as half a million of five million orders. False if that isn't sure,
 * and on SQLite. `find` queries the sample instead of the texts, and keeps its column `run`. Pass fewer `runs` if
 * looking at a row takes long.
 */
export async function findsMost<DB, TB extends keyof DB>(
  read: Kysely<Tables>,
  texts: 'orderTexts' | 'buyerTexts',
  ends: () => Promise<Ends>,
  find: (sample: RawBuilder<unknown>) => SelectQueryBuilder<DB, TB, object>,
  runs = manyRuns,
): Promise<boolean> {
  if (!isPostgres(read)) return false;
  const { first, last } = await ends();
  if (first === null || last === null) return false;
  const size = last - first + 1;
  if (size < mostCounted) return false;
  const sampled: Run[] = [];
  for (const more of [firstRuns, runs - firstRuns]) {
    const starts = Array.from(
      { length: more },
      () => first + Math.floor(Math.random() * (size - rowsOfRun)),
    );
    sampled.push(...(await sampleOf(read, texts, new Set(starts), find)));
    if (surelyFound(sampled) * size >= mostCounted) return true;
  }
  return false;
}

/** The runs of rows that begin at `starts`. */
async function sampleOf<DB, TB extends keyof DB>(
  read: Kysely<Tables>,
  texts: 'orderTexts' | 'buyerTexts',
  starts: ReadonlySet<number>,
  find: (sample: RawBuilder<unknown>) => SelectQueryBuilder<DB, TB, object>,
): Promise<Run[]> {
  const sample = sql`(select texts.*, run from unnest(${[...starts]}::bigint[]) as run cross join lateral
    (select * from ${sql.table(texts)} where id >= run and id < run + ${rowsOfRun}::bigint offset 0) as texts)`;
  const { rows } = await sql<{ run: number; found: number }>`
    select run, count(*) as found from (${find(sample).select(sql.ref('run').as('run'))}) as found group by run
  `.execute(read);
  const found = new Map(rows.map(({ run, found }) => [run, found]));
  return [...starts].map((run) => ({ rows: rowsOfRun, found: found.get(run) ?? 0 }));
}

/**
 * The share of rows that is sure to match, judging by some runs of rows. Rows that were written together often match
 * together, so each run counts as one observation, not each row.
 */
export function surelyFound(sample: readonly Run[]): number {
  const sum = (of: (run: Run) => number) => sample.reduce((total, run) => total + of(run), 0);
  const rows = sum((run) => run.rows);
  if (rows === 0) return 0;
  const share = sum((run) => run.found) / rows;
  const deviation = Math.sqrt(sum((run) => (run.found - share * run.rows) ** 2)) / rows;
  return share - deviations * deviation;
}
