import { dayAfter, type LicenceYear } from '#contract/shop/licence-year.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';

/** Yearly licences that buyers pay (decision 138). */

interface Span {
  /** Null: it began before anybody recorded it. */
  readonly startsOn: string | null;
  readonly endsOn: string;
}

/** Keeps which days an order's item is for. In force from the payment until it is revoked. */
export async function recordYear(
  tx: Transaction,
  orderId: string,
  { startsOn, endsOn }: LicenceYear,
): Promise<void> {
  await tx
    .insertInto('licenceYears')
    .columns(['orderItemId', 'startsOn', 'endsOn'])
    .expression(({ selectFrom, val }) =>
      selectFrom('orderItems')
        .select(['orderItems.id', val(startsOn).as('startsOn'), val(endsOn).as('endsOn')])
        .where('orderId', '=', orderId),
    )
    .execute();
}

/** The days of those of these items that are yearly licences, by the items' ids. */
export async function yearsOf(
  reader: Reader,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, LicenceYear>> {
  const rows = await reader
    .selectFrom('licenceYears')
    .selectAll()
    .where('orderItemId', 'in', itemIds)
    .execute();
  return new Map(rows.map(({ orderItemId, ...year }) => [orderItemId, year]));
}

/** The last day that is recorded for an account, paid or by hand; null: none. */
export async function yearlyUntil(reader: Reader, accountId: string): Promise<string | null> {
  const row = await reader
    .selectFrom('yearlyLicences')
    .select('endsOn')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row?.endsOn ?? null;
}

/** The number of the order that pays, or is about to pay, a year that isn't over; null: there is none. */
export async function payingYear(
  reader: Reader,
  accountId: string,
  today: string,
): Promise<string | null> {
  const order = await paidYears(reader, accountId)
    .select('orderNumber')
    .where('orders.state', 'in', ['capturing', 'review', 'paid'])
    .where('revokedAt', 'is', null)
    .where('endsOn', '>=', today)
    .executeTakeFirst();
  return order?.orderNumber ?? null;
}

/** Brings an account's yearly licence in line with its years that are paid and not revoked. Repeated, it changes nothing. */
export async function renewYearly(tx: Transaction, accountId: string): Promise<void> {
  const years = await paidYears(tx, accountId)
    .select(['startsOn', 'endsOn', 'revokedAt'])
    .where('orders.state', '=', 'paid')
    .execute();
  if (years.length === 0) return;
  const row = await tx
    .selectFrom('yearlyLicences')
    .select(['endsOn', 'agreedUntil'])
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  // A last day that no year has was recorded by hand.
  const isPaid = years.some(({ endsOn }) => endsOn === row?.endsOn);
  const agreedUntil = (isPaid ? row?.agreedUntil : row?.endsOn) ?? null;
  const run = lastRun([
    ...(agreedUntil === null ? [] : [{ startsOn: null, endsOn: agreedUntil }]),
    ...years.filter(({ revokedAt }) => revokedAt === null),
  ]);
  if (run === null) {
    await tx.deleteFrom('yearlyLicences').where('accountId', '=', accountId).execute();
    return;
  }
  const known = { ...run, agreedUntil };
  await tx
    .insertInto('yearlyLicences')
    .values({ accountId, ...known })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(known))
    .execute();
}

function paidYears(reader: Reader, accountId: string) {
  return reader
    .selectFrom('licenceYears')
    .innerJoin('orderItems', 'orderItems.id', 'licenceYears.orderItemId')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .innerJoin('accounts', 'accounts.id', 'orders.accountId')
    .where('orders.accountId', '=', accountId)
    .where('accounts.deletedAt', 'is', null);
}

/** The last of these spans together with those before it that leave no day between; null: there are none. */
export function lastRun(spans: readonly Span[]): Span | null {
  const [last, ...earlier] = spans.toSorted((a, b) => b.endsOn.localeCompare(a.endsOn));
  if (!last) return null;
  let { startsOn } = last;
  for (const span of earlier) {
    if (startsOn === null || dayAfter(span.endsOn) < startsOn) break;
    if (span.startsOn === null || span.startsOn < startsOn) startsOn = span.startsOn;
  }
  return { startsOn, endsOn: last.endsOn };
}
