import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../../column-types.ts';

export async function createTexts(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text, counter } = columnTypes(database);
  await schema
    .createTable('licenceTexts')
    .addColumn('id', counter.type, counter.build)
    .addColumn('licenseType', text, (column) =>
      column.notNull().check(sql`"licenseType" in ('FABRIC_SHOP', 'SMALL_BUSINESS')`),
    )
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('allows', text, (column) => column.notNull())
    .addColumn('forbids', text, (column) => column.notNull())
    .addColumn('goods', text, (column) => column.notNull())
    .addColumn('accountId', text, (column) => column.notNull().references('studioAccounts.id'))
    .addColumn('publishedAt', text, (column) => column.notNull())
    .addColumn('licenceItems', 'bigint', (column) => column.notNull().defaultTo(100))
    .addUniqueConstraint('licenceTextsVersion', ['licenseType', 'version'])
    .execute();

  await schema
    .createTable('contentVersions')
    .addColumn('section', text, (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addColumn('accountId', text, (column) => column.notNull().references('studioAccounts.id'))
    .addColumn('publishedAt', text, (column) => column.notNull())
    .addColumn('termsVersion', text)
    .addPrimaryKeyConstraint('contentVersionsKey', ['section', 'version'])
    .execute();
}
