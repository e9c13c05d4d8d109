import type { Kysely } from 'kysely';

/** Nobody takes back unseen what a colleague changed of a coupon's limits. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('coupons')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
