import type { Kysely } from 'kysely';

/** Designs from other shops: each file's report, and where each design came from. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('fileName', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('categories', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('finishedAt', 'text')
    .execute();
  await schema
    .createTable('importItems')
    .addColumn('importId', 'text', (column) =>
      column.notNull().references('imports.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('importItemsKey', ['importId', 'position'])
    .execute();
  await schema
    .createTable('importRows')
    .addColumn('importId', 'text', (column) =>
      column.notNull().references('imports.id').onDelete('cascade'),
    )
    .addColumn('row', 'integer', (column) => column.notNull())
    .addColumn('item', 'integer')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('importRowsKey', ['importId', 'row'])
    .execute();
  await schema
    .createIndex('importRowsByItem')
    .on('importRows')
    .columns(['importId', 'item'])
    .execute();
  await schema
    .createTable('importedProducts')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('productId', 'text', (column) =>
      column.notNull().unique().references('products.id').onDelete('cascade'),
    )
    .addColumn('contentHash', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('importedProductsKey', ['source', 'key'])
    .execute();
  await schema
    .createTable('importedPictures')
    .addColumn('productId', 'text', (column) =>
      column.notNull().references('products.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('importId', 'text', (column) => column.references('imports.id').onDelete('set null'))
    .addColumn('row', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('problem', 'text', (column) => column.notNull())
    .addColumn('imageId', 'text', (column) =>
      column.references('productImages.id').onDelete('set null'),
    )
    .addPrimaryKeyConstraint('importedPicturesKey', ['productId', 'address'])
    .execute();
  await schema
    .createIndex('importedPicturesByImport')
    .on('importedPictures')
    .columns(['importId', 'state'])
    .execute();
  await schema
    .createIndex('importedPicturesByImage')
    .on('importedPictures')
    .column('imageId')
    .execute();
}
