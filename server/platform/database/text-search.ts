import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Nothing in a text sorts after this. */
const last = '\u{10ffff}';

/** Letters as the database lowers them, so that an index over `lower(…)` serves: of English only. */
function lowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** As typed, and with the capitals that a name has: the database keeps those of other languages. */
function spellings(typed: string): string[] {
  const capital = typed.replace(/(^|[\s-])(\p{Ll})/gu, (letters) => letters.toUpperCase());
  return [...new Set([lowered(typed), lowered(capital)])];
}

/** Whether `text` begins with `start`, letter for letter. */
export function beginsWith(text: RawBuilder<unknown>, start: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${text} >= ${start} and ${text} < ${start + last})`;
}

/** Whether `lower(text)` begins with what was typed, in small or capital letters. */
export function startsWith(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const ranges = spellings(typed).map((start) => beginsWith(sql`lower(${text})`, start));
  return sql<SqlBool>`(${sql.join(ranges, sql` or `)})`;
}
