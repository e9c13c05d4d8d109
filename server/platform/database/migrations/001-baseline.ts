import type { Kysely } from 'kysely';
import { isPostgres } from '../column-types.ts';
import { createAccounts } from './baseline/accounts.ts';
import { createCatalogue } from './baseline/catalogue.ts';
import { createCommissions } from './baseline/commissions.ts';
import { createCoupons } from './baseline/coupons.ts';
import { createDesigns } from './baseline/designs.ts';
import { createFigures } from './baseline/figures.ts';
import { createImports } from './baseline/imports.ts';
import { createLists } from './baseline/lists.ts';
import { createMessages } from './baseline/messages.ts';
import { createOrders } from './baseline/orders.ts';
import { createPlatform } from './baseline/platform.ts';
import { followSales } from './baseline/sale-sums.ts';
import { createPostgresSearch } from './baseline/search-postgres.ts';
import { createSqliteSearch } from './baseline/search-sqlite.ts';
import { createStaff } from './baseline/staff.ts';
import { createTexts } from './baseline/texts.ts';

/** All tables of version 1.0, for either engine. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createPlatform(database);
  await createAccounts(database);
  await createCatalogue(database);
  await createCoupons(database);
  await createLists(database);
  await createOrders(database);
  await createCommissions(database);
  await createStaff(database);
  await createDesigns(database);
  await createImports(database);
  await createMessages(database);
  await createTexts(database);
  await createFigures(database);
  await followSales(database);
  await (isPostgres(database) ? createPostgresSearch : createSqliteSearch)(database);
}
