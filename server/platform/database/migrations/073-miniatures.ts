import type { Kysely } from 'kysely';
import { createIndex } from '../table-parts.ts';

/** What is shown until a picture has loaded. Those of pictures without an original are made again, too. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  for (const table of ['productImages', 'featuredImages']) {
    await schema
      .alterTable(table)
      .addColumn('miniature', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  }
  for (const name of ['productImagesByPreviewVersion', 'productImagesBySwatches']) {
    await schema.dropIndex(name).execute();
  }
  await createIndex(database, 'productImagesByPreviewVersion', 'productImages', [
    'previewVersion',
    'id',
  ]);
}
