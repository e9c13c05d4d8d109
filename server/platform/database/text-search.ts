import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from './column-types.ts';
import { searchForm } from './searched-letters.ts';
import type { Tables } from './tables.ts';

/** Sorts after every character. */
const last = '\u{10ffff}';

/** The index knows the parts of words from this length on, in characters. */
const shortestPart = 3;

/** What was typed, as parts of words that a text must all have, in any order. */
export interface SearchedText {
  /** In the form that is searched: the parts that the index knows, and those too short for it. */
  readonly parts: readonly string[];
  readonly shortParts: readonly string[];
}

/** What to search for in an index of words, whose query would end at a NUL; null if nothing that is compared was typed. */
export function searchedText(typed: string): SearchedText | null {
  const folded = searchForm(typed.replaceAll('\0', ' ')).split(/\s+/);
  const parts = folded.filter((part) => lengthOf(part) >= shortestPart);
  const shortParts = folded.filter((part) => part !== '' && lengthOf(part) < shortestPart);
  return parts.length + shortParts.length === 0 ? null : { parts, shortParts };
}

/** Whether no part is long enough for the index: each then finds only words that begin with it. */
export function isShort({ parts }: SearchedText): boolean {
  return parts.length === 0;
}

function lengthOf(part: string): number {
  return [...part].length;
}

/**
 * By an index of words, which first collects all matches; or row by row, which ends soon if most rows match. SQLite always
 * uses the index.
 */
export type SearchWay = 'by index' | 'by reading';

/** The indexes of words in SQLite. In PostgreSQL, an index of the texts' column `form` does the same. */
const indexes = { orderTexts: 'orderWords', buyerTexts: 'buyerWords' } as const;
type SearchedTable = keyof typeof indexes;

/** Whether a row of these texts has all parts, in the form that is searched. */
export function hasParts(
  read: Kysely<Tables>,
  texts: SearchedTable,
  text: SearchedText,
): RawBuilder<SqlBool> {
  const { parts, shortParts } = text;
  const hasShort = isShort(text) ? hasWordFrom : hasPart;
  const short = shortParts.map((part) => hasShort(read, texts, part));
  if (isShort(text)) return sql<SqlBool>`(${sql.join(short, sql` and `)})`;
  if (isPostgres(read)) {
    const form = sql.ref(`${texts}.form`);
    const each = parts.flatMap((part) => {
      const rare = rareStretch(part);
      if (rare === null) return [sql`${form} like "searchForm"(${likeOf(part)})`];
      return [sql`${form} like ${innerMarks(likeOf(rare))}`, hasPart(read, texts, part)];
    });
    return sql<SqlBool>`(${sql.join([...each, ...short], sql` and `)})`;
  }
  const index = sql.ref(indexes[texts]);
  const match = parts.map(quoted).join(' ');
  const isIndexed = sql`${sql.ref(`${texts}.id`)} in (select rowid from ${index} where ${index} match ${match})`;
  return sql<SqlBool>`(${sql.join([isIndexed, ...short], sql` and `)})`;
}

/** Whether a row of these texts has a part, in the form that is searched, without looking it up in their index. */
function hasPart(read: Kysely<Tables>, texts: SearchedTable, part: string): RawBuilder<SqlBool> {
  return isPostgres(read)
    ? sql`${sql.ref(`${texts}.form`)} || '' like "searchForm"(${likeOf(part)})`
    : contains(`${texts}.text`, part);
}

/**
 * Whether a word of these texts begins with a part that is too short for their index. It knows two letters with the space
 * before them, but not at the beginning of a text; on SQLite, one letter is looked for row by row.
 */
function hasWordFrom(
  read: Kysely<Tables>,
  texts: SearchedTable,
  part: string,
): RawBuilder<SqlBool> {
  const starts = texts === 'orderTexts' ? [part, `pw-${part}`] : [part];
  const patterns = [...starts.map((start) => `${escaped(start)}%`), `% ${escaped(part)}%`];
  const each = patterns.map((pattern) =>
    isPostgres(read)
      ? sql`${sql.ref(`${texts}.form`)} like "searchForm"(${pattern})`
      : sql`${sql.ref(`${texts}.text`)} like ${pattern} escape '\\'`,
  );
  if (isPostgres(read) || lengthOf(part) === 1) {
    return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
  }
  const ranges = starts.map(
    (start) => sql`union all select id from ${sql.table(texts)}
      where ${firstLetters} >= ${start} and ${firstLetters} < ${start + last}`,
  );
  return sql<SqlBool>`${sql.ref(`${texts}.id`)} in (select rowid from ${sql.table(indexes[texts])}
    where ${sql.ref(indexes[texts])} match ${quoted(` ${part}`)} ${sql.join(ranges, sql` `)})`;
}

/** The beginning of a text, which has an index on SQLite: longer than two letters behind a number's PW-. */
const firstLetters = sql`lower(substr(text, 1, 8))`;

/** Whether a row of these texts contains what was typed, in the form that is searched. */
export function hasWritten(
  read: Kysely<Tables>,
  texts: SearchedTable,
  typed: string,
): RawBuilder<SqlBool> {
  return hasPart(read, texts, searchForm(typed));
}

/**
 * From before the first digit of a part until after the last, if the index knows that; otherwise null. In an address
 * such as `shop-42.example` the letters are those of most others, and looking them up costs ten times as much.
 */
function rareStretch(part: string): string | null {
  const [stretch = ''] = /[!-~]?\d(?:.*\d)?[!-~]?/u.exec(part) ?? [];
  return [...stretch].length < shortestPart ? null : stretch;
}

/**
 * The searched form of a pattern without the outer capital of a mark at either end: the form has two for each, and the
 * inner one tells as much. Of `-42.`, that leaves out what begins with `-4`, a fifth of all texts. An underscore at the
 * beginning keeps both.
 */
function innerMarks(like: string): RawBuilder<string> {
  return sql<string>`regexp_replace("searchForm"(${like}), '^%[A-Z]|[A-Z]%$', '%', 'g')`;
}

/** The pattern of a text that contains `part`. */
function likeOf(part: string): string {
  return `%${escaped(part)}%`;
}

function escaped(part: string): string {
  return part.replace(/[\\%_]/g, '\\$&');
}

/** A part as SQLite's index looks it up. */
function quoted(part: string): string {
  return `"${part.replaceAll('"', '""')}"`;
}

/** Whether the text of a column, which is in the form that is searched but for its case, contains `part`. */
export function contains(column: string, part: string): RawBuilder<SqlBool> {
  return isLike(sql`lower(${sql.ref(column)})`, part);
}

const title = sql.ref('products.searchTitle');
/** Title and SKU of a design as one text, so that a search of both compares one, not two; nobody types a line break. */
const titleAndSku = sql`${title} || ${sql.lit('\n')} || ${sql.ref('products.searchSku')}`;

/** Whether a design's title has all parts, in the form that is searched. */
export function hasInTitle({ parts, shortParts }: SearchedText): RawBuilder<SqlBool> {
  const each = [...parts, ...shortParts].map((part) => isLike(title, part));
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`;
}

/** Whether a design's title contains what was typed, in the form that is searched. */
export function isInTitle(typed: string): RawBuilder<SqlBool> {
  return isLike(title, searchForm(typed));
}

/** Whether a design's title or SKU contains what was typed, in the form that is searched. */
export function hasInTitleOrSku(typed: string): RawBuilder<SqlBool> {
  return isLike(titleAndSku, searchForm(typed));
}

/**
 * Whether the values in a searched line of the activity log have what was typed, in the form that is searched. They are
 * JSON, which has a backslash before a quotation mark.
 */
export function isInValues(typed: string): RawBuilder<SqlBool> {
  return isLike(sql.ref('searched.searchText'), JSON.stringify(searchForm(typed)).slice(1, -1));
}

/** Whether a text in the form that is searched contains `part`, which is in that form too. */
function isLike(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} like ${likeOf(part)} escape '\\'`;
}
