import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Version 6 makes other previews of JPEGs in CMYK, so that those of other kinds count as made by it. PNGs whose chunks stand
 * out of order differ too, but are too few to make those of all PNGs again.
 */
export async function up(database: Kysely<Pick<Tables, 'productImages'>>): Promise<void> {
  await database
    .updateTable('productImages')
    .set({ previewVersion: 6 })
    .where('previewVersion', '=', 5)
    .where((row) => row(row.fn('lower', ['name']), 'not like', '%.jpg'))
    .where((row) => row(row.fn('lower', ['name']), 'not like', '%.jpeg'))
    .execute();
}
