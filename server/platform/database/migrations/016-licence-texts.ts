import { type Kysely, sql } from 'kysely';

/** Licence texts written by the studio. Until now the text in force was a setting. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('licenceTexts')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('licenseType', 'text', (column) =>
      column.notNull().check(sql`"licenseType" in ('FABRIC_SHOP', 'SMALL_BUSINESS')`),
    )
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('allows', 'text', (column) => column.notNull())
    .addColumn('forbids', 'text', (column) => column.notNull())
    .addColumn('goods', 'text', (column) => column.notNull())
    .addColumn('accountId', 'text', (column) => column.notNull().references('studioAccounts.id'))
    .addColumn('publishedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('licenceTextsVersion', ['licenseType', 'version'])
    .execute();
  await sql`update settings set value = json_remove(value, '$.licenceTextVersion') where key = 'studio'`.execute(
    database,
  );
}
