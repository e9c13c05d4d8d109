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

/** What to search for in an index of words, whose query would end at a NUL; null if no typed part is long enough for it. */
export function searchedText(typed: string): SearchedText | null {
  const partsOf = (text: string) => text.split(/\s+/).filter((part) => part !== '');
  const words = typed.replaceAll('\0', ' ');
  const isLong = (part: string) => [...part].length >= shortestPart;
  const folded = partsOf(searchForm(words));
  const parts = folded.filter(isLong);
  if (parts.length === 0) return null;
  return {
    parts,
    shortParts: folded.filter((part) => !isLong(part)),
  };
}

/**
 * By an index of words, which first collects all matches; or row by row, which ends soon if most rows match. SQLite always
 * uses the index.
 */
export type SearchWay = 'by index' | 'by reading';

/** The indexes of words in SQLite. In PostgreSQL, an index of the texts' column `form` does the same. */
const indexes = { orderTexts: 'orderWords', buyerTexts: 'buyerWords' } as const;

/** Whether a row of these texts has all parts, in the form that is searched. */
export function hasParts(
  read: Kysely<Tables>,
  texts: keyof typeof indexes,
  { parts, shortParts }: SearchedText,
): RawBuilder<SqlBool> {
  const short = shortParts.map((part) => hasPart(read, texts, part));
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
  const match = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' ');
  const isIndexed = sql`${sql.ref(`${texts}.id`)} in (select rowid from ${index} where ${index} match ${match})`;
  return sql<SqlBool>`(${sql.join([isIndexed, ...short], sql` and `)})`;
}

/** Whether a row of these texts has a part, in the form that is searched, without looking it up in their index. */
function hasPart(
  read: Kysely<Tables>,
  texts: keyof typeof indexes,
  part: string,
): RawBuilder<SqlBool> {
  return isPostgres(read)
    ? sql`${sql.ref(`${texts}.form`)} || '' like "searchForm"(${likeOf(part)})`
    : contains(`${texts}.text`, part);
}

/** Whether a row of these texts contains what was typed, in the form that is searched. */
export function hasWritten(
  read: Kysely<Tables>,
  texts: keyof typeof indexes,
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

/** Whether a part has digits, as those of numbers and of most addresses do. */
export function hasDigits({ parts }: SearchedText): boolean {
  return parts.some((part) => /\d/.test(part));
}

/** The pattern of a text that contains `part`. */
function likeOf(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Whether the text of a column contains `part` as it is typed, ignoring the case of English letters. */
export function contains(column: string, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${lowered(likeOf(part))} escape '\\'`;
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

/** Whether a text in the form that is searched contains `part`, which is in that form too. */
function isLike(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} like ${likeOf(part)} escape '\\'`;
}

/** Lower case as SQLite's `lower(…)` makes it, English letters only, so that an index over it can be used. */
function lowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The text as typed, and with capital initials as in names, because SQLite doesn't lower letters of other languages. */
function spellings(typed: string): string[] {
  const capital = typed.replace(/(^|[\s-])(\p{Ll})/gu, (letters) => letters.toUpperCase());
  return [...new Set([lowered(typed), lowered(capital)])];
}

/** Whether `text` begins with exactly `start`. */
export function beginsWith(text: RawBuilder<unknown>, start: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${text} >= ${start} and ${text} < ${start + last})`;
}

/** Whether `text` begins with what was typed, ignoring case. */
export function startsWith(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const ranges = spellings(typed).map((start) => beginsWith(sql`lower(${text})`, start));
  return sql<SqlBool>`(${sql.join(ranges, sql` or `)})`;
}
