import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Version 5 makes other previews of pictures for brighter screens alone, so that those of others count as made by it. */
export async function up(database: Kysely<Pick<Tables, 'productImages'>>): Promise<void> {
  await database
    .updateTable('productImages')
    .set({ previewVersion: 5 })
    .where('previewVersion', '=', 4)
    .where('isHdr', '=', 0)
    .execute();
}
