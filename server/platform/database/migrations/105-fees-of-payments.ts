import type { Kysely } from 'kysely';

/** What the payment provider kept of an order's payment, in cents. It isn't known of earlier orders. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('fee', 'bigint').execute();
}
