import type { Kysely } from 'kysely';

/** The versions of the shop's texts that the studio published. The first of each section is in the source. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('contentVersions')
    .addColumn('section', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('accountId', 'text', (column) => column.notNull().references('studioAccounts.id'))
    .addColumn('publishedAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('contentVersionsKey', ['section', 'version'])
    .execute();
}
