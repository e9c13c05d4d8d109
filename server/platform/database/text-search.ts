import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Sorts after every character. */
const last = '\u{10ffff}';

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
