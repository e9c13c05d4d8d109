import type { Kysely } from 'kysely';
import { columnTypes } from '../../column-types.ts';
import { createIndex } from '../../table-parts.ts';

export async function createPlatform(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('settings')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('updatedAt', text, (column) => column.notNull())
    .execute();

  await schema
    .createTable('rateLimits')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('windowEndsAt', text, (column) => column.notNull())
    .execute();

  await schema
    .createTable('idempotencyAnswers')
    .addColumn('scope', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('callName', text, (column) => column.notNull())
    .addColumn('requestHash', text, (column) => column.notNull())
    .addColumn('answer', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotencyKey', ['scope', 'key'])
    .execute();
  await createIndex(database, 'idempotencyAnswersByAge', 'idempotencyAnswers', [
    'scope',
    'createdAt',
  ]);
}
