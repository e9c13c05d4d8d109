import type { Kysely } from 'kysely';

/** Indexes to find the rows that refer to a file. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('filesBySha256').on('productFiles').column('sha256').execute();
  await schema.createIndex('versionsBySha256').on('fileVersions').column('sha256').execute();
  await schema.createIndex('productsByArchive').on('products').column('archiveSha256').execute();
  await schema.createIndex('imagesBySource').on('productImages').column('sourceSha256').execute();
  await schema.createIndex('imagesByHash').on('productImages').column('hash').execute();
  await schema.createIndex('orderItemsByImage').on('orderItems').column('imageUrl').execute();
}
