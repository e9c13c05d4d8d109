import type { Kysely } from 'kysely';

/** An index for sales by time. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('ordersSold').on('orders').columns(['state', 'paidAt']).execute();
}
