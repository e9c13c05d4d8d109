import { sql } from 'kysely';
import { isPostgres } from './column-types.ts';
import type { Reader, Transaction } from './open.ts';
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
  'yearlyLicences',
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
  'collections',
  'collectionDesigns',
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
  'licenceKeys',
  'licenceCards',
  'licenceCounts',
  'couponUses',
  'refunds',
  'receiptVersions',
  'receiptSeries',
  'refundRequests',
  'paymentEvents',
  'downloadDays',
  'customRequests',
  'customRequestImages',
  'customReplies',
  'commissionNotes',
  'requestLinks',
  'commissionMoves',
  'quotes',
  'threads',
  'threadMessages',
  'messagePictures',
  'threadLinks',
  'threadMails',
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
  'leases',
] as const satisfies readonly (keyof Tables)[];

export type CopiedTable = (typeof copiedTables)[number];

/** The columns by which a table's rows are copied, other than `id`: each row has its own values of them. */
const keys: Partial<Record<CopiedTable, readonly string[]>> = {
  settings: ['key'],
  rateLimits: ['key'],
  idempotencyAnswers: ['scope', 'key'],
  // The search numbers its texts by when they are stored, newest last.
  accounts: ['createdAt', 'id'],
  orders: ['createdAt', 'id'],
  yearlyLicences: ['accountId'],
  sessions: ['tokenHash'],
  knownDevices: ['owner', 'tokenHash'],
  resetSteps: ['tokenHash'],
  productCategories: ['productId', 'categoryId'],
  collectionDesigns: ['collectionId', 'productId'],
  licenceCards: ['orderItemId'],
  receiptSeries: ['name'],
  receiptVersions: ['orderId', 'version'],
  licenceCounts: ['orderItemId', 'opId'],
  catalogueChanges: ['seq'],
  couponProducts: ['couponId', 'productId'],
  couponCategories: ['couponId', 'categoryId'],
  carts: ['accountId'],
  cartLines: ['accountId', 'productId'],
  cartLineDevices: ['accountId', 'productId'],
  cartRemovals: ['accountId', 'productId'],
  wishlists: ['accountId'],
  wishlistLines: ['accountId', 'productId'],
  knownPrices: ['accountId', 'productId'],
  endedPrices: ['productId', 'endedAt'],
  seenPrices: ['accountId', 'productId'],
  couponUses: ['orderId'],
  downloadDays: ['day', 'productId'],
  studioInvitations: ['tokenHash'],
  studioSessions: ['tokenHash'],
  studioRecoveryCodes: ['accountId', 'selector'],
  studioTwoStepSetups: ['tokenHash'],
  notificationChoices: ['accountId', 'kind'],
  staffPushDevices: ['endpoint'],
  staffPushes: ['endpoint', 'kind'],
  uploadParts: ['uploadId', 'start'],
  fileVersions: ['fileId', 'version'],
  bulkChangeDesigns: ['changeId', 'position'],
  importFiles: ['importId', 'position'],
  importItems: ['importId', 'position'],
  importRows: ['importId', 'row'],
  importedProducts: ['source', 'key'],
  importedPictures: ['productId', 'address'],
  pushDevices: ['endpoint'],
  pushes: ['endpoint', 'kind'],
  quotes: ['requestId', 'version'],
  requestLinks: ['tokenHash'],
  threadLinks: ['tokenHash'],
  contentVersions: ['section', 'version'],
  saleSums: ['startsAt', 'endsAt'],
  emptySearches: ['day', 'words'],
  leases: ['name'],
};

/** Tables with a counter, which goes on after the highest number copied. */
const counters = {
  catalogueChanges: 'seq',
  paymentEvents: 'id',
  emailUndos: 'id',
  auditLines: 'id',
  licenceTexts: 'id',
  commissionMoves: 'id',
} as const;

export type Row = Readonly<Record<string, unknown>>;

/**
 * Copies every row into an empty database of the same version, whichever the engines. Both are transactions:
 * `from` sees one state throughout.
 */
export async function copyRows(from: Reader, to: Transaction): Promise<void> {
  for (const table of copiedTables) {
    for await (const rows of rowsInOrder(from, table)) await insertRows(to, table, rows);
  }
  await continueCounters(to);
}

/** A table's rows by its key, some at a time; only those after `last`, if there is one. Both engines have the same order. */
export async function* rowsInOrder(
  from: Reader,
  table: CopiedTable,
  last: Row | null = null,
): AsyncGenerator<readonly Row[]> {
  const columns = keysOf(table);
  const order = sql.join(columns.map((column) => sql.ref(column)));
  for (let previous = last; ; ) {
    const after = previous
      ? sql`WHERE (${order}) > (${sql.join(columns.map((column) => previous?.[column]))})`
      : sql``;
    const { rows } = await sql<Row>`
      SELECT * FROM ${sql.table(table)} ${after} ORDER BY ${order} LIMIT ${sql.lit(rowsAtOnce)}
    `.execute(from);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    previous = rows.at(-1) ?? null;
  }
}

/** The last row in the order of `rowsInOrder`; null if there is none. */
export async function lastRow(from: Reader, table: CopiedTable): Promise<Row | null> {
  const order = sql.join(keysOf(table).map((column) => sql`${sql.ref(column)} DESC`));
  const { rows } = await sql<Row>`
    SELECT * FROM ${sql.table(table)} ORDER BY ${order} LIMIT 1
  `.execute(from);
  return rows[0] ?? null;
}

export async function insertRows(
  to: Transaction,
  table: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  await to
    .insertInto(table as 'settings')
    .values(rows as never)
    .execute();
}

/** Makes the counters of PostgreSQL go on after the copied rows; SQLite's do by themselves. */
export async function continueCounters(to: Transaction): Promise<void> {
  if (!isPostgres(to)) return;
  for (const [table, column] of Object.entries(counters)) {
    await sql`SELECT setval(pg_get_serial_sequence(${`"${table}"`}, ${column}), max(${sql.ref(column)}))
      FROM ${sql.table(table)}`.execute(to);
  }
}

/** Whether a shop has ever stored anything in the database. */
export async function hasRows(reader: Reader): Promise<boolean> {
  for (const table of copiedTables) {
    if (await lastRow(reader, table)) return true;
  }
  return false;
}

/** The columns that `rowsInOrder` sorts by. */
export function keysOf(table: CopiedTable): readonly string[] {
  return keys[table] ?? ['id'];
}
