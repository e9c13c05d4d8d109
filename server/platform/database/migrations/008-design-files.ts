import { type Kysely, sql } from 'kysely';

/** Uploads in parts, background work on them, and earlier versions of files. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('fileUploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('productId', 'text', (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('image', 'file')`))
    .addColumn('replacesId', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('modifiedAt', 'integer', (column) => column.notNull())
    .addColumn('received', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('sha256', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('touchedAt', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('uploadsByProduct').on('fileUploads').column('productId').execute();
  await schema
    .createTable('uploadParts')
    .addColumn('uploadId', 'text', (column) =>
      column.notNull().references('fileUploads.id').onDelete('cascade'),
    )
    .addColumn('start', 'integer', (column) => column.notNull())
    .addColumn('part', 'text', (column) => column.notNull().unique())
    .addPrimaryKeyConstraint('uploadPartsKey', ['uploadId', 'start'])
    .execute();
  await schema
    .createTable('designWork')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('productId', 'text', (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('previews', 'delivery')`),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('news', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'working', 'failed')`),
    )
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('problem', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('workByProduct').on('designWork').column('productId').execute();
  await schema
    .createTable('fileVersions')
    .addColumn('fileId', 'text', (column) =>
      column.notNull().references('productFiles.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('mediaType', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('dpi', 'integer')
    .addColumn('replacedAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('fileVersionsKey', ['fileId', 'version'])
    .execute();
  await schema
    .alterTable('productImages')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await schema.alterTable('productImages').addColumn('sourceSha256', 'text').execute();
  // Every change of a design's files checks whether anybody bought it.
  await schema.createIndex('orderItemsByProduct').on('orderItems').column('productId').execute();
}
