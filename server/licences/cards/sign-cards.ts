import { sign } from 'node:crypto';
import * as v from 'valibot';
import { billingSchema } from '#contract/shop/billing.ts';
import { isExclusive } from '#contract/shop/exclusive.ts';
import { cardText } from '#contract/shop/licence-card.ts';
import { factsBytes, type LicenceFacts } from '#contract/shop/licence-facts.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { Env } from '../../platform/env.ts';
import { readTimeZone } from '../../platform/settings/settings.ts';
import { keyInUse } from './keys.ts';

/**
 * Signs the licence cards of a paid order, in the transaction that makes it paid. Before the shop's first key is made,
 * right after its start, `signMissingCards` does that later.
 */
export async function signCards(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  orderId: string,
): Promise<void> {
  const items = await unsigned(change.tx).where('orders.id', '=', orderId).execute();
  await signItems(change, env, items);
}

/** Signs the cards of those of these items that are paid and have none. */
export async function signOldCards(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  ids: readonly string[],
): Promise<void> {
  const items = await unsigned(change.tx).where('orderItems.id', 'in', ids).execute();
  await signItems(change, env, items);
}

/** The next `count` items after an id, by their ids, and whether each has a card. */
export function itemsAfter(read: Reader, after: string, count: number) {
  return read
    .selectFrom('orderItems')
    .leftJoin('licenceCards', 'licenceCards.orderItemId', 'orderItems.id')
    .select(['orderItems.id', 'licenceCards.orderItemId as signed'])
    .where('orderItems.id', '>', after)
    .orderBy('orderItems.id')
    .limit(count)
    .execute();
}

/** Items without a card, of accounts that still exist. */
function unsigned(read: Reader) {
  return (
    read
      .selectFrom('orderItems')
      .innerJoin('orders', 'orders.id', 'orderItems.orderId')
      .innerJoin('accounts', 'accounts.id', 'orders.accountId')
      .leftJoin('licenceCards', 'licenceCards.orderItemId', 'orderItems.id')
      .leftJoin('licenceYears', 'licenceYears.orderItemId', 'orderItems.id')
      // What the account had at the payment. Gifts have no receipt.
      .leftJoin('receiptVersions', (join) =>
        join
          .onRef('receiptVersions.orderId', '=', 'orders.id')
          .on('receiptVersions.version', '=', 1),
      )
      .select([
        'orderItems.id',
        'productName',
        'orderItems.licenseType',
        'licenceTextVersion',
        'licenceItems',
        'orderNumber',
        'orders.createdAt',
        'orders.state',
        'orders.quotePart',
        'orders.commissionId',
        'firstName',
        'lastName',
        'receiptVersions.billing',
        'licenceYears.startsOn',
        'licenceYears.endsOn',
      ])
      .where('accounts.deletedAt', 'is', null)
      .where('licenceCards.orderItemId', 'is', null)
  );
}

/** None if it is one that earlier versions took and nobody can read. */
function companyOf(billing: string | null): string | undefined {
  if (billing === null) return undefined;
  const company = v.safeParse(billingSchema.entries.company, JSON.parse(billing).company);
  return company.success && company.output !== '' ? company.output : undefined;
}

type Unsigned = Awaited<ReturnType<ReturnType<typeof unsigned>['execute']>>[number];

async function signItems(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  items: readonly Unsigned[],
): Promise<void> {
  // Not in the query: SQLite would begin it with all paid orders.
  // The rest of a custom design's price is money only: the licence came with the deposit.
  const paid = items.filter(({ state, quotePart }) => state === 'paid' && quotePart !== 'rest');
  if (paid.length === 0) return;
  const inUse = await keyInUse(change.tx);
  if (!inUse) return;
  const { id: key, privateKey } = inUse;
  const timeZone = await readTimeZone(change.tx, env);
  const signedAt = change.now.toISOString();
  const rows = paid.map((item) => {
    const signed = factsBytes(factsOf(item, key, dayIn(timeZone, item.createdAt)));
    return {
      orderItemId: item.id,
      card: cardText(signed, sign(null, signed, privateKey)),
      signedAt,
    };
  });
  await change.tx
    .insertInto('licenceCards')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function factsOf(item: Unsigned, key: string, on: string): LicenceFacts {
  const facts = {
    v: 1,
    id: item.id,
    key,
    kind: item.licenseType,
    to: `${item.firstName} ${item.lastName}`,
    company: companyOf(item.billing),
    order: item.orderNumber,
    on,
    text: item.licenceTextVersion,
  } as const;
  const { startsOn: from, endsOn: until } = item;
  if (from !== null && until !== null) return { ...facts, from, until };
  return {
    ...facts,
    design: item.productName,
    goods: item.licenceItems,
    exclusive: isExclusive(item.productName, item.commissionId !== null) || undefined,
  };
}
