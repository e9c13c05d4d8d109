import type { Kysely } from 'kysely';
import { isPostgres } from '../column-types.ts';
import { accountTables } from './baseline/accounts.ts';
import { bookTables } from './baseline/books.ts';
import { catalogueTables } from './baseline/catalogue.ts';
import { commissionTables } from './baseline/commissions.ts';
import { couponTables } from './baseline/coupons.ts';
import { designTables } from './baseline/designs.ts';
import { figureTables } from './baseline/figures.ts';
import { followSums } from './baseline/follow-sums.ts';
import { importTables } from './baseline/imports.ts';
import { licenceTables } from './baseline/licences.ts';
import { listTables } from './baseline/lists.ts';
import { messageTables } from './baseline/messages.ts';
import { orderTables } from './baseline/orders.ts';
import { platformTables } from './baseline/platform.ts';
import { createPostgresSearch } from './baseline/search-postgres.ts';
import { createSqliteSearch } from './baseline/search-sqlite.ts';
import { staffTables } from './baseline/staff.ts';
import { textTables } from './baseline/texts.ts';
import { threadTables } from './baseline/threads.ts';

/** All tables of version 1.0, each after those that it refers to. */
export const tables = {
  ...platformTables,
  ...accountTables,
  ...catalogueTables,
  ...couponTables,
  ...listTables,
  ...orderTables,
  ...licenceTables,
  ...commissionTables,
  ...threadTables,
  ...staffTables,
  ...designTables,
  ...importTables,
  ...messageTables,
  ...textTables,
  ...bookTables,
  ...figureTables,
};

/** What isn't data: triggers, and what each engine searches in its own way. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await followSums(database);
  await (isPostgres(database) ? createPostgresSearch : createSqliteSearch)(database);
}
