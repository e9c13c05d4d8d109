import type { Kysely } from 'kysely';

/** When the payment provider refused an order because of the shop's own account. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('refusedAt', 'text').execute();
}
