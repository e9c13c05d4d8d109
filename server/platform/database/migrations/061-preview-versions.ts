import { type Kysely, sql } from 'kysely';

/**
 * How a picture's previews were made, so that those of an earlier version are made again, and what the studio is told of
 * its file.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  for (const [name, first] of [
    ['previewVersion', 1],
    ['isHdr', 0],
    ['isUnturned', 0],
  ] as const) {
    await schema
      .alterTable('productImages')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(first))
      .execute();
  }
  await schema
    .createIndex('productImagesByPreviewVersion')
    .on('productImages')
    .columns(['previewVersion', 'id'])
    .where(sql.ref('sourceSha256'), 'is not', null)
    .execute();
}
