import type { Kysely } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex, ownedBy } from '../../table-parts.ts';

export async function createImports(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('imports')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('fileName', text, (column) => column.notNull())
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('accountId', text, (column) => column.notNull())
    .addColumn('choices', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('finishedAt', text)
    .addColumn('fileRows', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('words', text, (column) => column.notNull().defaultTo('{}'))
    .addColumn('plannedBy', text)
    .addColumn('plannedUntil', text)
    .execute();

  await schema
    .createTable('importItems')
    .addColumn('importId', text, ownedBy('imports.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('importItemsKey', ['importId', 'position'])
    .execute();

  await schema
    .createTable('importRows')
    .addColumn('importId', text, ownedBy('imports.id'))
    .addColumn('row', 'bigint', (column) => column.notNull())
    .addColumn('item', 'bigint')
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('what', text, (column) => column.notNull())
    .addColumn('outcome', text, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('keywords', text)
    .addColumn('isDesign', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('importRowsKey', ['importId', 'row'])
    .execute();
  await createIndex(database, 'importRowsByItem', 'importRows', ['importId', 'item']);

  await schema
    .createTable('importedProducts')
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('productId', text, (column) =>
      column.notNull().unique().references('products.id').onDelete('cascade'),
    )
    .addColumn('contentHash', text, (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('importedProductsKey', ['source', 'key'])
    .execute();

  await schema
    .createTable('importedPictures')
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('importId', text, (column) => column.references('imports.id').onDelete('set null'))
    .addColumn('row', 'bigint', (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('problem', text, (column) => column.notNull())
    .addColumn('imageId', text, (column) =>
      column.references('productImages.id').onDelete('set null'),
    )
    .addPrimaryKeyConstraint('importedPicturesKey', ['productId', 'address'])
    .execute();
  await createIndex(database, 'importedPicturesByImport', 'importedPictures', [
    'importId',
    'state',
  ]);
  await createIndex(database, 'importedPicturesByImage', 'importedPictures', ['imageId']);

  await schema
    .createTable('importFiles')
    .addColumn('importId', text, ownedBy('imports.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('importFilesKey', ['importId', 'position'])
    .execute();
}
