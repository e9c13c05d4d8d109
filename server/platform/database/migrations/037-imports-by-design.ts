import { type Kysely, sql } from 'kysely';

/** In which rows of an import a design starts, and a column for everything that is chosen for an import. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .alterTable('importRows')
    .addColumn('isDesign', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // The first row of a design has its keywords. Earlier reports don't say where a design began that was left out.
  await sql`update importRows set isDesign = 1 where keywords is not null`.execute(database);
  await schema.alterTable('imports').renameColumn('categories', 'choices').execute();
  await sql`update imports set choices = '{"categories":' || choices || '}'`.execute(database);
}
