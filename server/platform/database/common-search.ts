import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { mostCounted } from '#contract/studio/list.ts';
import { isPostgres } from './column-types.ts';
import type { Tables } from './tables.ts';

/** How many consecutive rows a run of a sample has by default. */
const rowsPerRun = 30;
/** Enough runs to show that one text in ten matches. */
const firstRuns = 12;
/** Enough runs to show that one text in a hundred matches; they are read within milliseconds. */
const manyRuns = 120;

/** By how many standard deviations a sample may differ from the table; by chance alone, it hardly ever differs by more. */
const deviations = 4;

/** In a table of fewer texts, all matches are soon collected and counted. */
const largeTable = 250_000;
/** From this share of matches on, reading about 12,000 texts gives a page. */
const commonShare = 1 / 250;
/** Reading more rows than these takes longer than the index of words, unless that would collect too many. */
const mostRead = 50_000;

type SampledTable = 'orders' | 'orderTexts' | 'buyerTexts';

/** Part of a sample: its rows, and how many of them match. */
interface Run {
  readonly rows: number;
  readonly found: number;
}

/** The ids of the first and of the last text of a table, or of the part of it that is searched. */
export interface Ends {
  readonly first: number;
  readonly last: number;
}

/** The texts that are searched. */
export interface Texts extends Ends {
  readonly table: 'orderTexts' | 'buyerTexts';
  /** Whether the table has so many that its index of words may take long. */
  readonly isLarge: boolean;
}

/** A search that many texts match. */
export interface CommonSearch {
  /** At least this many match, up to `mostCounted`. */
  readonly atLeast: number;
  /** The share of texts that are likely to match. */
  readonly likely: number;
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
  readonly runs?: number;
  /** Consecutive rows in a run. */
  readonly rows?: number;
  /** Whether looking at a row takes long, so that a share that is surely large enough needn't be known better. */
  readonly isCostly?: boolean;
  /** The share of matches from which on reading the newest texts soon fills a page. */
  readonly share?: number;
  /** Whether few texts are expected to match, so that a small sample without two matches is enough. */
  readonly isRare?: boolean;
}

/** All texts of a table; null if it has none, and on SQLite, where that would take a look at each. */
export async function allTexts(read: Kysely<Tables>, table: Texts['table']): Promise<Texts | null> {
  if (!isPostgres(read)) return null;
  const { first, last } = await read
    .selectFrom(table)
    .select(({ fn }) => [
      fn.min<number | null>('id').as('first'),
      fn.max<number | null>('id').as('last'),
    ])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return null;
  return { table, first, last, isLarge: last - first >= largeTable };
}

/** Whether these are few texts of a large table, which are read sooner than looked up. */
export function areFewEnoughToRead({ first, last, isLarge }: Texts): boolean {
  return isLarge && last - first < mostCounted;
}

/**
 * What a sample shows of a search that many texts match: the index of words would first collect every match, such as half
 * a million of five million orders. Null if the index is the better way. `find` queries the sample
 * instead of the texts, and keeps its column `run`.
 */
export async function commonSearch<DB, TB extends keyof DB>(
  read: Kysely<Tables>,
  { table, first, last, isLarge }: Texts,
  find: (sample: RawBuilder<unknown>) => SelectQueryBuilder<DB, TB, object>,
  { runs = manyRuns, rows = rowsPerRun, share = commonShare, isRare, isCostly }: Sampling = {},
): Promise<CommonSearch | null> {
  const size = last - first + 1;
  if (size < mostCounted) return null;
  const sampled: Run[] = [];
  for (const more of [firstRuns, runs - firstRuns]) {
    const starts = Array.from(
      { length: more },
      () => first + Math.floor(Math.random() * (size - rows + 1)),
    );
    sampled.push(...(await sampleOf(read, table, new Set(starts), rows, find)));
    const { likely, sure } = shareFound(sampled);
    if (sure * size >= mostCounted) return { atLeast: mostCounted, likely };
    if (isRare && sampled.reduce((sum, run) => sum + run.found, 0) < 2) return null;
    const isWhole = sampled.length > firstRuns && likely >= share && sure > 0;
    if (isLarge && (isWhole || (isCostly && sure >= share))) {
      return { atLeast: Math.floor((sure * size) / 100) * 100, likely };
    }
  }
  return null;
}

/**
 * The newest rows in which to look for the first `wanted` matches: four times as many as are likely to have them, since
 * there may have been more matches in the past. Null if the index of words is likely to take less time.
 */
export function rowsToRead({ atLeast, likely }: CommonSearch, wanted: number): number | null {
  const rows = Math.ceil(wanted / likely);
  return atLeast < mostCounted && rows > mostRead ? null : 4 * rows;
}

/** The runs of `rowsOfRun` rows that begin at `starts`. */
async function sampleOf<DB, TB extends keyof DB>(
  read: Kysely<Tables>,
  texts: Texts['table'],
  starts: ReadonlySet<number>,
  rowsOfRun: number,
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
 * The share of rows that match, judging by some runs of rows: the likely one, and a lower bound that is sure. Rows that
 * were written together often match together, so each run counts as one observation, not each row.
 */
export function shareFound(sample: readonly Run[]): { likely: number; sure: number } {
  const likely = shareOf(sample);
  // Few runs may all happen to be alike, so one more without a match is taken into account.
  const runs = [...sample, { rows: sample[0]?.rows ?? rowsPerRun, found: 0 }];
  const share = shareOf(runs);
  const rows = rowsOf(runs);
  const squares = runs.reduce((sum, run) => sum + (run.found - share * run.rows) ** 2, 0);
  const ofRuns = (squares / rows ** 2) * (runs.length / Math.max(1, sample.length));
  const ofRows = (share * (1 - share)) / rows;
  return { likely, sure: share - deviations * Math.sqrt(Math.max(ofRuns, ofRows)) };
}

function rowsOf(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.rows, 0);
}

function shareOf(runs: readonly Run[]): number {
  const found = runs.reduce((sum, run) => sum + run.found, 0);
  return runs.length === 0 ? 0 : found / rowsOf(runs);
}
