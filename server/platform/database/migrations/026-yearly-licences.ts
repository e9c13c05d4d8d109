import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** The yearly licences that the studio agreed with buyers. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(database);
  await database.schema
    .createTable('yearlyLicences')
    .addColumn('accountId', text, (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('endsOn', text, (column) => column.notNull())
    .addColumn('wantsReminder', 'bigint', (column) => column.notNull().defaultTo(1))
    .addColumn('remindedOf', text)
    .execute();
}
