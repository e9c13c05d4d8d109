import { sign } from 'node:crypto';
import { cardText } from '#contract/shop/licence-card.ts';
import { factsBytes } from '#contract/shop/licence-facts.ts';
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

/** Signs the cards of up to `count` items that have none. */
export async function signOldCards(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  count: number,
): Promise<void> {
  const items = await unsigned(change.tx).limit(count).execute();
  await signItems(change, env, items);
}

/** Whether paid items are still without a card. */
export async function hasUnsigned(read: Reader): Promise<boolean> {
  return (await unsigned(read).limit(1).execute()).length > 0;
}

/** Paid items without a card, of accounts that still exist. */
function unsigned(read: Reader) {
  return read
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .innerJoin('accounts', 'accounts.id', 'orders.accountId')
    .leftJoin('licenceCards', 'licenceCards.orderItemId', 'orderItems.id')
    .select([
      'orderItems.id',
      'productName',
      'orderItems.licenseType',
      'licenceTextVersion',
      'licenceItems',
      'orderNumber',
      'orders.createdAt',
      'firstName',
      'lastName',
    ])
    .where('orders.state', '=', 'paid')
    .where('accounts.deletedAt', 'is', null)
    .where('licenceCards.orderItemId', 'is', null);
}

type Unsigned = Awaited<ReturnType<ReturnType<typeof unsigned>['execute']>>[number];

async function signItems(
  change: Change,
  env: Pick<Env, 'timeZone'>,
  items: readonly Unsigned[],
): Promise<void> {
  if (items.length === 0) return;
  const inUse = await keyInUse(change.tx);
  if (!inUse) return;
  const { id: key, privateKey } = inUse;
  const timeZone = await readTimeZone(change.tx, env);
  const signedAt = change.now.toISOString();
  const rows = items.map((item) => {
    const signed = factsBytes({
      v: 1,
      id: item.id,
      key,
      design: item.productName,
      kind: item.licenseType,
      to: `${item.firstName} ${item.lastName}`,
      order: item.orderNumber,
      on: dayIn(timeZone, item.createdAt),
      goods: item.licenceItems,
      text: item.licenceTextVersion,
    });
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
