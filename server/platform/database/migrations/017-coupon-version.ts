import type { Kysely } from 'kysely';

/** A version, so that nobody overwrites a colleague's change of a coupon's limits unseen. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('coupons')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
