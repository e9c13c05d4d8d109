import type { Kysely } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex } from '../../table-parts.ts';

export async function createFigures(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('saleSums')
    .addColumn('startsAt', text, (column) => column.notNull())
    .addColumn('endsAt', text, (column) => column.notNull())
    .addColumn('sums', text, (column) => column.notNull())
    .addColumn('designs', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('saleSumsKey', ['startsAt', 'endsAt'])
    .execute();
  await createIndex(database, 'saleSumsByEnd', 'saleSums', ['endsAt']);

  await schema
    .createTable('emptySearches')
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('words', text, (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('emptySearchesKey', ['day', 'words'])
    .execute();
}
