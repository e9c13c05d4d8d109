import { type Kysely, sql } from 'kysely';
import { text } from '../table.ts';

export const columns = {
  /** The lines of a closed month's overview that name the seller, as JSON; null: the version before closed it. */
  closedMonths: { seller: text().nullable() },
};

/** For the payments of a time, page by page. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index "bookEntriesByTime" on "bookEntries" (at, id)`.execute(database);
}
