import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex, ownedBy } from '../../table-parts.ts';

export async function createDesigns(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('fileUploads')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('kind', text, (column) => column.notNull().check(sql`kind in ('image', 'file')`))
    .addColumn('replacesId', text)
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('sha256', text)
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('touchedAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'uploadsByProduct', 'fileUploads', ['productId']);

  await schema
    .createTable('uploadParts')
    .addColumn('uploadId', text, ownedBy('fileUploads.id'))
    .addColumn('start', 'bigint', (column) => column.notNull())
    .addColumn('part', text, (column) => column.notNull().unique())
    .addPrimaryKeyConstraint('uploadPartsKey', ['uploadId', 'start'])
    .execute();

  await schema
    .createTable('designWork')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('productId', text, ownedBy('products.id'))
    .addColumn('kind', text, (column) =>
      column.notNull().check(sql`kind in ('previews', 'delivery')`),
    )
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('sha256', text)
    .addColumn('news', text, (column) => column.notNull().defaultTo('[]'))
    .addColumn('state', text, (column) =>
      column.notNull().check(sql`state in ('waiting', 'working', 'failed')`),
    )
    .addColumn('tries', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('done', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('problem', text)
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'workByProduct', 'designWork', ['productId']);

  await schema
    .createTable('fileVersions')
    .addColumn('fileId', text, ownedBy('productFiles.id'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('mediaType', text, (column) => column.notNull())
    .addColumn('sha256', text, (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('width', 'bigint')
    .addColumn('height', 'bigint')
    .addColumn('dpi', 'bigint')
    .addColumn('replacedAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('fileVersionsKey', ['fileId', 'version'])
    .execute();
  await createIndex(database, 'versionsBySha256', 'fileVersions', ['sha256']);

  await schema
    .createTable('bulkChanges')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('accountId', text, (column) => column.notNull())
    .addColumn('runBy', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('unchanged', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addColumn('finishedAt', text)
    .execute();
  await createIndex(database, 'bulkChangesByState', 'bulkChanges', ['state']);

  await schema
    .createTable('bulkChangeDesigns')
    .addColumn('changeId', text, ownedBy('bulkChanges.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('productId', text, (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('before', text, (column) => column.notNull())
    .addColumn('after', text, (column) => column.notNull())
    .addColumn('outcome', text, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('restore', text)
    .addPrimaryKeyConstraint('bulkChangeDesignsKey', ['changeId', 'position'])
    .execute();
  await createIndex(database, 'bulkChangeDesignsByOutcome', 'bulkChangeDesigns', [
    'changeId',
    'outcome',
    'position',
  ]);
}
