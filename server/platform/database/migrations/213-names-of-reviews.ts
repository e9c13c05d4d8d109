import { type Kysely, sql } from 'kysely';
import { text } from '../table.ts';

export const columns = {
  reviews: {
    /** The name that is shown with it: the first name and initial that its buyer had when they wrote it. */
    shownName: text().default('').stated(),
  },
};

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`update reviews set "shownName" = (select "firstName" || case when trim("lastName") = '' then ''
    else ' ' || upper(substr(trim("lastName"), 1, 1)) || '.' end
    from accounts where accounts.id = reviews."accountId")`.execute(database);
}
