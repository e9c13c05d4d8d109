import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';

/** What only the studio reads about a request, and what its buyer marks on a delivered picture. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('commissionNotes')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('requestId', text, (column) =>
      column.notNull().references('customRequests.id').onDelete('cascade'),
    )
    .addColumn('authorId', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('commissionNotesByRequest')
    .on('commissionNotes')
    .column('requestId')
    .execute();
  await schema.createIndex('quotesByCreation').on('quotes').column('createdAt').execute();
  await schema
    .alterTable('commissionMoves')
    .addColumn('marks', text, (column) => column.notNull().defaultTo('[]'))
    .execute();
  await schema
    .alterTable('commissionMoves')
    .addColumn('reminders', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
