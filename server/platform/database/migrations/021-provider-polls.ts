import type { Kysely } from 'kysely';

/** Consecutive polls of the payment provider without an answer, per order and per refund. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['orders', 'refundRequests']) {
    await schema
      .alterTable(table)
      .addColumn('unansweredPolls', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable(table).addColumn('unansweredSince', 'text').execute();
  }
  await schema.alterTable('refundRequests').addColumn('overdueAt', 'text').execute();
}
