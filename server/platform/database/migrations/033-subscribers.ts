import { type Kysely, sql } from 'kysely';

/** An index of the few accounts that asked to be notified when custom requests open. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('accountsSubscribed')
    .on('accounts')
    .column('id')
    .where(sql.ref('hasCustomsNews'), '=', sql.lit(1))
    .execute();
}
