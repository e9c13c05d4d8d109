import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { createIndex, ownedBy } from '../table-parts.ts';

/** Sets of designs that go together. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('collections')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('slug', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.check(sql`price >= 0`))
    .addColumn('coverId', text, (column) => column.references('products.id').onDelete('set null'))
    .addColumn('isPublished', 'bigint', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .addColumn('isDemo', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('collectionDesigns')
    .addColumn('collectionId', text, ownedBy('collections.id'))
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('collectionDesignsKey', ['collectionId', 'productId'])
    .execute();
  await createIndex(database, 'collectionDesignsByProduct', 'collectionDesigns', ['productId']);
}
