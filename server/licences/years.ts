import { dayAfter, type LicenceYear } from '#contract/shop/licence-year.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import type { Env } from '../platform/env.ts';
import type { Services } from '../platform/services/services.ts';
import { readToday } from '../platform/settings/settings.ts';

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
export async function renewYearly(
  { tx, now }: Change,
  env: Pick<Env, 'timeZone'>,
  accountId: string,
): Promise<void> {
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
  const spans = [
    ...(agreedUntil === null ? [] : [{ startsOn: null, endsOn: agreedUntil }]),
    ...years.filter(({ revokedAt }) => revokedAt === null),
  ];
  const run = runAt(spans, await readToday(tx, env, now));
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

/** Renews those that are over although a later year is paid: one between them was returned. */
export async function renewOver(
  services: Pick<Services, 'database' | 'clock' | 'env'>,
  today: string,
): Promise<void> {
  const over = await services.database.read
    .selectFrom('yearlyLicences')
    .innerJoin('orders', 'orders.accountId', 'yearlyLicences.accountId')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .innerJoin('licenceYears', 'licenceYears.orderItemId', 'orderItems.id')
    .select('yearlyLicences.accountId')
    .distinct()
    .where('yearlyLicences.endsOn', '<', today)
    .where('licenceYears.endsOn', '>=', today)
    .where('orders.state', '=', 'paid')
    .where('revokedAt', 'is', null)
    .execute();
  for (const { accountId } of over) {
    await makeChange(services, (change) => renewYearly(change, services.env, accountId));
  }
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

/**
 * Of these spans, with those that leave no day between as one: the first that isn't over on a day, or the last if all
 * are. Null: there are none.
 */
export function runAt(spans: readonly Span[], today: string): Span | null {
  const runs: Span[] = [];
  const inOrder = spans.toSorted((a, b) => (a.startsOn ?? '').localeCompare(b.startsOn ?? ''));
  for (const { startsOn, endsOn } of inOrder) {
    const run = runs.at(-1);
    if (!run || (startsOn ?? '') > dayAfter(run.endsOn)) runs.push({ startsOn, endsOn });
    else if (endsOn > run.endsOn) runs.splice(-1, 1, { ...run, endsOn });
  }
  return runs.find(({ endsOn }) => endsOn >= today) ?? runs.at(-1) ?? null;
}
