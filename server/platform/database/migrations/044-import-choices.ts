import type { Kysely } from 'kysely';

/**
 * An import keeps its file until it is started, so that its dry run can be made again with other choices; and
 * the words of the file that can be mapped.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('imports')
    .addColumn('fileRows', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('imports')
    .addColumn('words', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await schema.alterTable('imports').addColumn('plannedBy', 'text').execute();
  await schema.alterTable('imports').addColumn('plannedUntil', 'text').execute();
  await schema
    .createTable('importFiles')
    .addColumn('importId', 'text', (column) =>
      column.notNull().references('imports.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('importFilesKey', ['importId', 'position'])
    .execute();
}
