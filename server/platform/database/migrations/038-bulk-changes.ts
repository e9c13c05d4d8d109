import type { Kysely } from 'kysely';

/** Changes of many designs at once, with what each design was before. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('bulkChanges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('runBy', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('unchanged', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('finishedAt', 'text')
    .execute();
  await schema.createIndex('bulkChangesByState').on('bulkChanges').column('state').execute();
  await schema
    .createTable('bulkChangeDesigns')
    .addColumn('changeId', 'text', (column) =>
      column.notNull().references('bulkChanges.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    // Not a reference: a deleted design stays in the report.
    .addColumn('productId', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('restore', 'text')
    .addPrimaryKeyConstraint('bulkChangeDesignsKey', ['changeId', 'position'])
    .execute();
  await schema
    .createIndex('bulkChangeDesignsByOutcome')
    .on('bulkChangeDesigns')
    .columns(['changeId', 'outcome', 'position'])
    .execute();
  // Deleting drafts asks for each whether it was ever in the shop.
  await schema
    .createIndex('catalogueChangesByProduct')
    .on('catalogueChanges')
    .column('productId')
    .execute();
}
