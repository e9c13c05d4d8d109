import { type Kysely, sql } from 'kysely';

/** An index of the accounts that are told when custom requests open, few of all. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('accountsSubscribed')
    .on('accounts')
    .column('id')
    .where(sql.ref('hasCustomsNews'), '=', sql.lit(1))
    .execute();
}
