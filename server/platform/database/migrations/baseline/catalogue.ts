import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex, ownedBy } from '../../table-parts.ts';

export async function createCatalogue(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text, counter } = columnTypes(database);
  await schema
    .createTable('categories')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull().unique())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('isDemo', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('products')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull().check(sql`price >= 0`))
    .addColumn('discountedPrice', 'bigint', (column) => column.check(sql`"discountedPrice" >= 0`))
    .addColumn('sku', text, (column) => column.notNull().unique())
    .addColumn('salesCount', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('designers', text, (column) => column.notNull())
    .addColumn('status', text, (column) =>
      column.notNull().check(sql`status in ('draft', 'published', 'retired')`),
    )
    .addColumn('publishedAt', text, (column) => column.notNull())
    .addColumn('isDesignerFavourite', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('archiveSha256', text)
    .addColumn('archiveBytes', 'bigint')
    .addColumn('isDemo', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('updatedAt', text, (column) => column.notNull())
    .addColumn('salePrice', 'bigint')
    .addColumn('saleStartsAt', text)
    .addColumn('saleEndsAt', text)
    .addColumn('saleTurnsAt', text)
    .addColumn('tileWidth', 'bigint')
    .addColumn('tileHeight', 'bigint')
    .addColumn('isForFabricShops', 'bigint', (column) => column.notNull().defaultTo(1))
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .addColumn('keywords', text, (column) =>
      column.notNull().defaultTo('{"motif":[],"occasion":[],"style":[],"color":[]}'),
    )
    .execute();
  await createIndex(database, 'productsBySaleTurn', 'products', ['saleTurnsAt']);
  await createIndex(database, 'productsByUpdate', 'products', ['updatedAt', 'id']);
  await createIndex(database, 'productsByArchive', 'products', ['archiveSha256']);

  await schema
    .createTable('productCategories')
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('categoryId', text, (column) => column.notNull().references('categories.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('productCategoriesKey', ['productId', 'categoryId'])
    .execute();
  await createIndex(database, 'productsByCategory', 'productCategories', ['categoryId']);

  await schema
    .createTable('productImages')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('color', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull().defaultTo(''))
    .addColumn('sourceSha256', text)
    .execute();
  await createIndex(database, 'imagesByProduct', 'productImages', ['productId']);
  await createIndex(database, 'imagesBySource', 'productImages', ['sourceSha256']);
  await createIndex(database, 'imagesByHash', 'productImages', ['hash']);

  await schema
    .createTable('productFiles')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('mediaType', text, (column) => column.notNull())
    .addColumn('sha256', text)
    .addColumn('bytes', 'bigint')
    .addColumn('width', 'bigint')
    .addColumn('height', 'bigint')
    .addColumn('dpi', 'bigint')
    .execute();
  await createIndex(database, 'filesByProduct', 'productFiles', ['productId']);
  await createIndex(database, 'filesBySha256', 'productFiles', ['sha256']);

  await schema
    .createTable('featuredImages')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('color', text, (column) => column.notNull())
    .addColumn('altText', text)
    .addColumn('isDemo', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('catalogueChanges')
    .addColumn('seq', counter.type, counter.build)
    .addColumn('productId', text)
    .addColumn('changedAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'catalogueChangesByProduct', 'catalogueChanges', ['productId']);
}
