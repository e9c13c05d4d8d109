import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import {
  type Billing,
  type DatedVersion,
  maxReceiptVersions,
  noBilling,
  receiptOpenDays,
} from '#contract/shop/billing.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Person } from '../../platform/sign-in/person.ts';
import { assertNotDeleted } from '../../platform/sign-in/signed-in.ts';

type OrderRow = Selectable<Tables['orders']>;

export interface ReceiptVersion {
  readonly orderId: string;
  readonly version: number;
  readonly billing: Billing;
  readonly createdAt: string;
}

/** The versions of some orders' receipts, oldest first. An order without any has a first one that says nothing. */
export async function versionsOf(
  reader: Reader,
  orderIds: readonly string[],
): Promise<ReceiptVersion[]> {
  if (orderIds.length === 0) return [];
  const rows = await reader
    .selectFrom('receiptVersions')
    .selectAll()
    .where('orderId', 'in', orderIds)
    .orderBy('version')
    .execute();
  return rows.map((row) => ({ ...row, billing: JSON.parse(row.billing) }));
}

/** The versions before the newest, oldest first, each with its time. The first of an order without any is of its payment. */
export function earlierVersions(
  { paidAt, createdAt }: Pick<OrderRow, 'paidAt' | 'createdAt'>,
  versions: readonly ReceiptVersion[],
): DatedVersion[] {
  const begun = versions.some(({ version }) => version === 1) || versions.length === 0;
  const all = begun ? versions : [{ version: 1, createdAt: paidAt ?? createdAt }, ...versions];
  return all.slice(0, -1).map(({ version, createdAt: at }) => ({ version, createdAt: at }));
}

/** Makes what the buyer's account has now the first version of an order's receipt. Call it when the order is paid. */
export async function beginReceipt(
  { tx, now }: Change,
  { id, accountId }: Pick<OrderRow, 'id' | 'accountId'>,
): Promise<void> {
  const account = await tx
    .selectFrom('accounts')
    .select('billing')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account?.billing) return;
  const first = { orderId: id, version: 1, createdAt: now.toISOString() };
  await tx
    .insertInto('receiptVersions')
    .values({ ...first, billing: account.billing })
    .execute();
}

/** Until when an order's receipt can be changed; null: it has none. */
export function receiptOpenUntil({
  paidAt,
  receiptNumber,
}: Pick<OrderRow, 'paidAt' | 'receiptNumber'>): string | null {
  if (paidAt === null || receiptNumber === null) return null;
  return new Date(Date.parse(paidAt) + receiptOpenDays * 86_400_000).toISOString();
}

/**
 * Makes a new version of an account's receipt, unless the newest says the same.
 * @throws NOT_SIGNED_IN; NOT_FOUND; CONFLICT if it can't be changed any more
 */
export async function changeReceipt(
  { tx, now }: Change,
  orderId: string,
  account: Person,
  billing: Billing,
): Promise<void> {
  await assertNotDeleted(tx, account);
  // Locks the order, so that two changes at once get two versions.
  const order = await tx
    .updateTable('orders')
    .set((row) => ({ updatedAt: row.ref('updatedAt') }))
    .where('id', '=', orderId)
    .where('accountId', '=', account.id)
    .returning(['paidAt', 'receiptNumber'])
    .executeTakeFirst();
  const openUntil = order ? receiptOpenUntil(order) : null;
  if (openUntil === null) throw new Problem('NOT_FOUND', 'There is no such receipt.');
  if (now.toISOString() > openUntil) {
    const text = `A receipt can be changed until ${receiptOpenDays} days after the payment.`;
    throw new Problem('CONFLICT', text);
  }
  const latest = (await versionsOf(tx, [orderId])).at(-1);
  if (isDeepStrictEqual(latest?.billing ?? noBilling, billing)) return;
  const version = (latest?.version ?? 1) + 1;
  if (version > maxReceiptVersions) {
    throw new Problem('CONFLICT', 'This receipt was changed too often to be changed again.');
  }
  await tx
    .insertInto('receiptVersions')
    .values({
      orderId,
      version,
      billing: JSON.stringify(billing),
      createdAt: now.toISOString(),
    })
    .execute();
}
