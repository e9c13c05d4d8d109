import { type Kysely, sql } from 'kysely';
import { isPostgres } from './column-types.ts';
import type { Tables } from './tables.ts';

/** Rows per statement: SQLite takes at most 32,766 values. */
const rowsAtOnce = 500;

/**
 * The tables whose rows are copied, each after those it refers to. Not among them: the search's texts and
 * indexes, which the database itself derives.
 */
export const copiedTables = [
  'settings',
  'rateLimits',
  'idempotencyAnswers',
  'accounts',
  'accountDevices',
  'sessions',
  'knownDevices',
  'resetSteps',
  'emailUndos',
  'categories',
  'products',
  'productCategories',
  'productImages',
  'productFiles',
  'featuredImages',
  'catalogueChanges',
  'coupons',
  'couponProducts',
  'couponCategories',
  'carts',
  'cartLines',
  'cartLineDevices',
  'cartRemovals',
  'wishlists',
  'wishlistLines',
  'knownPrices',
  'endedPrices',
  'seenPrices',
  'savedSearches',
  'orders',
  'orderItems',
  'couponUses',
  'refunds',
  'refundRequests',
  'paymentEvents',
  'downloadDays',
  'customRequests',
  'customRequestImages',
  'customReplies',
  'studioAccounts',
  'studioInvitations',
  'studioSessions',
  'studioRecoveryCodes',
  'studioTwoStepSetups',
  'studioResets',
  'auditLines',
  'notificationChoices',
  'notifications',
  'staffPushDevices',
  'staffPushes',
  'fileUploads',
  'uploadParts',
  'designWork',
  'fileVersions',
  'bulkChanges',
  'bulkChangeDesigns',
  'imports',
  'importFiles',
  'importItems',
  'importRows',
  'importedProducts',
  'importedPictures',
  'mailOutbox',
  'pushDevices',
  'pushes',
  'licenceTexts',
  'contentVersions',
  'saleSums',
  'emptySearches',
] as const satisfies readonly (keyof Tables)[];

type Copied = (typeof copiedTables)[number];

/** The search numbers its texts by when they are stored, newest last. */
const storedByAge: readonly Copied[] = ['orders', 'accounts'];

/** Tables with a counter, which goes on after the highest number copied. */
const counters = {
  catalogueChanges: 'seq',
  paymentEvents: 'id',
  emailUndos: 'id',
  auditLines: 'id',
  licenceTexts: 'id',
} as const;

/**
 * Copies every row into an empty database of the same version, whichever the engines. Both are transactions:
 * `from` sees one state throughout. Returns how many rows each table has.
 */
export async function copyRows(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of copiedTables) {
    counts[table] = 0;
    for await (const rows of rowsOf(from, table)) {
      await to
        .insertInto(table as 'settings')
        .values(rows as never)
        .execute();
      counts[table] += rows.length;
    }
  }
  if (isPostgres(to)) {
    for (const [table, column] of Object.entries(counters)) {
      await sql`SELECT setval(pg_get_serial_sequence(${`"${table}"`}, ${column}), max(${sql.ref(column)}))
        FROM ${sql.table(table)}`.execute(to);
    }
  }
  return counts;
}

/** A table's rows, some at a time. */
async function* rowsOf(from: Kysely<Tables>, table: Copied): AsyncGenerator<readonly object[]> {
  // Any of these tables would do for the types.
  const all = from.selectFrom(table as 'orders').selectAll();
  const query = storedByAge.includes(table) ? all.orderBy('createdAt').orderBy('id') : all;
  if (isPostgres(from)) {
    await sql`DECLARE copied NO SCROLL CURSOR FOR ${query}`.execute(from);
    for (;;) {
      const { rows } = await sql<object>`FETCH ${sql.lit(rowsAtOnce)} FROM copied`.execute(from);
      if (rows.length === 0) break;
      yield rows;
    }
    await sql`CLOSE copied`.execute(from);
    return;
  }
  let rows: object[] = [];
  for await (const row of query.stream()) {
    rows.push(row);
    if (rows.length < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
