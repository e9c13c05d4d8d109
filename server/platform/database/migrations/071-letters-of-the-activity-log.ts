import { type Kysely, type RawBuilder, sql } from 'kysely';
import { columnTypes, isPostgres } from '../column-types.ts';
import { searchForm } from '../searched-letters.ts';
import { folding, others } from './058-letters-of-designs.ts';

/** Lines that are folded by the server at a time. */
const linesAtOnce = 5000;

/** The values before and after a line's action. */
const wordsOf = (line: string) => {
  const column = (name: string) => sql.ref(`${line}.${name}`);
  return sql`coalesce(${column('before')}, '') || '|' || coalesce(${column('after')}, '')`;
};

/**
 * The values in lines of the activity log, in the letters of all searches. Triggers keep them, because the version that
 * still runs during an update writes lines, too.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('auditLines')
    .addColumn('searchText', columnTypes(database).text, (added) => added.notNull().defaultTo(''))
    .execute();
  await (isPostgres(database) ? onPostgres(database) : onSqlite(database));
}

async function onPostgres(database: Kysely<unknown>): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(database);
  await run(sql`create function "auditLetters"() returns trigger language plpgsql as $$
    declare words text := ${wordsOf('new')};
    begin
      new."searchText" = case when words ~ ${sql.lit(others)} then "foldLetters"(words) else lower(words collate "C") end;
      return new;
    end $$`);
  await run(sql`create trigger "auditLetters" before insert or update of before, after on "auditLines"
    for each row execute function "auditLetters"()`);
  await run(sql`update "auditLines" set before = before`);
}

async function onSqlite(database: Kysely<unknown>): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(database);
  const words = wordsOf('auditLines');
  await run(sql`update "auditLines" set "searchText" = lower(${words})`);
  // The server folds thousands of texts in the time in which the database folds one.
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; words: string }>`select id, ${words} as words
      from "auditLines" where id > ${last} and ${words} glob ${`*${others}*`}
      order by id limit ${linesAtOnce}`.execute(database);
    last = rows.at(-1)?.id ?? 0;
    if (last === 0) break;
    const folded = JSON.stringify(rows.map(({ id, words }) => [id, searchForm(words)]));
    await run(sql`update "auditLines" set "searchText" = each.value ->> 1
      from json_each(${folded}) as each where "auditLines".id = each.value ->> 0`);
  }
  const keep = sql`update "auditLines" set "searchText" = ${folding(wordsOf('new'))} where id = new.id;`;
  await run(
    sql`create trigger "auditLettersInsert" after insert on "auditLines" begin ${keep} end`,
  );
  await run(sql`create trigger "auditLettersUpdate" after update of before, after on "auditLines"
    begin ${keep} end`);
}
