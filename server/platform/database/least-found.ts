import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { mostCounted } from '#contract/studio/list.ts';
import { isPostgres } from './column-types.ts';
import type { Tables } from './tables.ts';
import { hasDigits, type SearchedText } from './text-search.ts';

/** How many consecutive rows a run of a sample has. */
const rowsOfRun = 30;
/** Enough runs to show that one text in ten matches. */
const fewRuns = 12;
/** Enough runs to show that one text in a hundred matches; they are read within milliseconds. */
const manyRuns = 120;

/** By how many standard deviations a sample may differ from the table; by chance alone, it hardly ever differs by more. */
const deviations = 4;

/** In a table of fewer texts, all matches are soon collected and counted. */
const largeTable = 250_000;
/** From this share of matches on, reading about 12,000 texts gives a page. */
const commonShare = 1 / 250;

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

interface Sampling {
  /** Where the searched part of the texts ends; by default they are searched whole. */
  readonly ends?: () => Promise<Ends>;
  /** Fewer if looking at a row takes long; the first may be enough. */
  readonly runs?: number;
  readonly firstRuns?: number;
  /** The share of matches from which on reading the newest texts soon fills a page. */
  readonly share?: number;
}

/** A word with digits is hardly ever common, unless that shows at once. */
export function samplingOf(text: SearchedText): Sampling {
  return hasDigits(text) ? { runs: fewRuns } : {};
}

/**
 * At least how many rows a query finds, up to `mostCounted`, if its page is found soonest by reading from the newest
 * text on; otherwise, and on SQLite, null. A sample of the texts shows that, because the index of words would first
 * collect every match, such as half a million of five million orders. `find` queries the sample instead of the texts,
 * and keeps its column `run`.
 */
export async function leastFound<DB, TB extends keyof DB>(
  read: Kysely<Tables>,
  texts: 'orderTexts' | 'buyerTexts',
  find: (sample: RawBuilder<unknown>) => SelectQueryBuilder<DB, TB, object>,
  { ends, runs = manyRuns, firstRuns = fewRuns, share = commonShare }: Sampling = {},
): Promise<number | null> {
  if (!isPostgres(read)) return null;
  const whole = await endsOfTable(read, texts);
  const { first, last } = (await ends?.()) ?? whole;
  if (first === null || last === null) return null;
  const isLarge = (whole.last ?? 0) - (whole.first ?? 0) >= largeTable;
  const size = last - first + 1;
  if (size < mostCounted) return isLarge ? 0 : null;
  const sampled: Run[] = [];
  for (const more of firstRuns < runs ? [firstRuns, runs - firstRuns] : [runs]) {
    const starts = Array.from(
      { length: more },
      () => first + Math.floor(Math.random() * (size - rowsOfRun)),
    );
    sampled.push(...(await sampleOf(read, texts, new Set(starts), find)));
    if (shareFound(sampled).sure * size >= mostCounted) return mostCounted;
  }
  const { likely, sure } = shareFound(sampled);
  const isCommon = likely >= share && sure > 0;
  return isLarge && isCommon ? Math.floor((sure * size) / 100) * 100 : null;
}

async function endsOfTable(
  read: Kysely<Tables>,
  texts: 'orderTexts' | 'buyerTexts',
): Promise<Ends> {
  return read
    .selectFrom(texts)
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirstOrThrow();
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
 * The share of rows that match, judging by some runs of rows: the likely one, and the one that is sure. Rows that were
 * written together often match together, so each run counts as one observation, not each row.
 */
export function shareFound(sample: readonly Run[]): { likely: number; sure: number } {
  const sum = (of: (run: Run) => number) => sample.reduce((total, run) => total + of(run), 0);
  const rows = sum((run) => run.rows);
  if (rows === 0) return { likely: 0, sure: 0 };
  const likely = sum((run) => run.found) / rows;
  const deviation = Math.sqrt(sum((run) => (run.found - likely * run.rows) ** 2)) / rows;
  return { likely, sure: likely - deviations * deviation };
}
