import type { Kysely } from 'kysely';

/** Whether an order was made where payments move no money. It isn't known of earlier orders. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('isPractice', 'bigint').execute();
}
