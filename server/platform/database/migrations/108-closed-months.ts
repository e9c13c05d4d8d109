import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { createIndex } from '../table-parts.ts';

/** Months that are closed, with their payments and refunds as they were then, and the corrections since. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('closedMonths')
    .addColumn('month', text, (column) => column.primaryKey())
    .addColumn('endsAt', text, (column) => column.notNull())
    .addColumn('timeZone', text, (column) => column.notNull())
    .addColumn('closedAt', text, (column) => column.notNull())
    .addColumn('actorId', text, (column) => column.notNull())
    .execute();
  await schema
    .createTable('bookEntries')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('month', text)
    .addColumn('kind', text, (column) =>
      column.notNull().check(sql`kind in ('order', 'refund', 'correction')`),
    )
    .addColumn('subjectId', text, (column) => column.notNull())
    .addColumn('orderNumber', text, (column) => column.notNull())
    .addColumn('number', text)
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('fee', 'bigint')
    .addColumn('before', 'bigint')
    .addColumn('after', 'bigint')
    .addColumn('reason', text)
    .execute();
  await createIndex(database, 'bookEntriesByMonth', 'bookEntries', ['month', 'at']);
  await createIndex(database, 'bookEntriesBySubject', 'bookEntries', ['subjectId']);
}
