import type { CountSoldBody, LicenceCount } from '#contract/shop/licence-count.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Change } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { statement } from '../platform/database/statement.ts';
import type { Tables } from '../platform/database/tables.ts';
import { Problem } from '../platform/http/problem.ts';

/**
 * Adds an entry to the log of a licence, unless it is there already. Resolves with the licence's count.
 * @throws NOT_FOUND if the licence isn't this account's; CONFLICT if it is no longer in force, the count would
 * fall below 0, or the log is full
 */
export async function countSold(
  { tx, now }: Change,
  accountId: string,
  { licenceId, delta, at, opId }: CountSoldBody,
): Promise<LicenceCount> {
  const [item] = await readItem(tx, { accountId, licenceId, opId });
  if (item?.state !== 'paid') throw new Problem('NOT_FOUND', 'This licence isn’t in your orders.');
  const before = countsIn(await readEntries(tx, { licenceId })).get(licenceId) ?? nothingCounted;
  if (item.known !== null) return before;
  if (item.revokedAt !== null) {
    const why = item.refundedAt === null ? 'was revoked by the studio' : 'was refunded';
    throw new Problem('CONFLICT', `This licence ${why}, so its count no longer changes.`);
  }
  if (before.sold + delta < 0) {
    throw new Problem('CONFLICT', `The count is ${before.sold}, so ${-delta} can’t be taken off.`);
  }
  if (before.entries >= limits.countEntries) {
    throw new Problem('CONFLICT', 'This licence was counted too often. Write to us to continue.');
  }
  const storedAt = now.toISOString();
  await insertEntry(tx, { orderItemId: licenceId, opId, delta, countedAt: at, storedAt });
  return {
    sold: before.sold + delta,
    entries: before.entries + 1,
    recent: [opId, ...before.recent].slice(0, limits.recentCounts),
  };
}

interface Asked {
  readonly accountId: string;
  readonly licenceId: string;
  readonly opId: string;
}

/** An account's bought item, and whether this entry of its log is known. */
const readItem = statement((tx, { accountId, licenceId, opId }: Asked) =>
  tx
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select((row) => [
      'orders.state',
      'revokedAt',
      'refundedAt',
      row
        .selectFrom('licenceCounts')
        .select('opId')
        .where('orderItemId', '=', licenceId)
        .where('opId', '=', opId)
        .as('known'),
    ])
    .where('orderItems.id', '=', licenceId)
    .where('orders.accountId', '=', accountId),
);

const readEntries = statement((tx, { licenceId }: Pick<Asked, 'licenceId'>) =>
  newestEntries(tx, [licenceId]),
);

const insertEntry = statement((tx, row: Tables['licenceCounts']) =>
  tx.insertInto('licenceCounts').values({
    orderItemId: row.orderItemId,
    opId: row.opId,
    delta: row.delta,
    countedAt: row.countedAt,
    storedAt: row.storedAt,
  }),
);

export const nothingCounted: LicenceCount = { sold: 0, entries: 0, recent: [] };

/** The counts of those licences that have any, by item id. */
export async function countsOf(
  read: Reader,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, LicenceCount>> {
  if (itemIds.length === 0) return new Map();
  return countsIn(await newestEntries(read, itemIds).execute());
}

/** The newest entries of those items, each with its item's whole count. */
function newestEntries(read: Reader, itemIds: readonly string[]) {
  const entries = read
    .selectFrom('licenceCounts')
    .select(({ fn }) => [
      'orderItemId',
      'opId',
      fn
        .sum<number>('delta')
        .over((over) => over.partitionBy('orderItemId'))
        .as('sold'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('orderItemId'))
        .as('entries'),
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('orderItemId').orderBy('storedAt', 'desc').orderBy('opId'))
        .as('place'),
    ])
    .where('orderItemId', 'in', itemIds);
  return read
    .selectFrom(entries.as('newest'))
    .selectAll()
    .where('place', '<=', limits.recentCounts)
    .orderBy('place');
}

type Entry = Awaited<ReturnType<ReturnType<typeof newestEntries>['execute']>>[number];

function countsIn(newest: readonly Entry[]): ReadonlyMap<string, LicenceCount> {
  const grouped = Map.groupBy(newest, ({ orderItemId }) => orderItemId);
  return new Map(
    [...grouped].map(([itemId, rows]) => [
      itemId,
      {
        sold: Number(rows[0]?.sold),
        entries: Number(rows[0]?.entries),
        recent: rows.map(({ opId }) => opId),
      },
    ]),
  );
}

/** Every entry of an account, oldest first, for its data. */
export async function entriesOfAccount(read: Reader, accountId: string) {
  return read
    .selectFrom('licenceCounts')
    .innerJoin('orderItems', 'orderItems.id', 'orderItemId')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orderItemId as licenceId', 'productName as title', 'delta', 'countedAt'])
    .where('orders.accountId', '=', accountId)
    .orderBy('storedAt')
    .orderBy('opId')
    .execute();
}
