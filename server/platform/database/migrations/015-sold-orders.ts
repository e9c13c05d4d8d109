import type { Kysely } from 'kysely';

/** What was sold since when. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('ordersSold').on('orders').columns(['state', 'paidAt']).execute();
}
