import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-types.ts';

/**
 * One or two letters are compared in the letters of all searches. What begins with them is found in the searched texts, so
 * the indexes of names as they are written are of no use any more. SQLite's index of words doesn't know how a text begins.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const index of [
    'ordersByCustomer',
    'ordersByCustomerEmail',
    'accountsByName',
    'accountsByLastName',
  ]) {
    await sql`drop index ${sql.ref(index)}`.execute(database);
  }
  if (isPostgres(database)) return;
  for (const texts of ['orderTexts', 'buyerTexts']) {
    await sql`create index ${sql.ref(`${texts}ByBeginning`)} on ${sql.ref(texts)}
      (lower(substr(text, 1, 8)))`.execute(database);
  }
}
