import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { createIndex, ownedBy } from '../table-parts.ts';

/** What only the studio reads about a request, and what its buyer marks on a delivered picture. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('commissionNotes')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('requestId', text, ownedBy('customRequests.id'))
    .addColumn('authorId', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'commissionNotesByRequest', 'commissionNotes', ['requestId']);
  await createIndex(database, 'quotesByCreation', 'quotes', ['createdAt']);
  await schema
    .alterTable('commissionMoves')
    .addColumn('marks', text, (column) => column.notNull().defaultTo('[]'))
    .execute();
  await schema
    .alterTable('commissionMoves')
    .addColumn('reminders', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
