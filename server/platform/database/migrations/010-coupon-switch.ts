import type { Kysely } from 'kysely';

/** Lets the studio switch a coupon off. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('coupons')
    .addColumn('isOff', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
