import { type SqlBool, sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import type { Transaction } from '../../platform/database/open.ts';
import type { Env } from '../../platform/env.ts';
import { skipTaken } from '../../platform/jobs/lease.ts';
import { readSetting, readTimeZone } from '../../platform/settings/settings.ts';
import { seriesName } from './series-name.ts';

/** The settings that numbers depend on. */
export type NumberSettings = Pick<Env, 'timeZone' | 'payments'>;

/** The most that one payment numbers: its own order and earlier ones that have no number yet. */
const numberedAtOnce = 20;

/** As in the index `ordersWithoutReceipt`. A gift isn't a sale, and has no receipt. */
const isUnnumbered = sql<SqlBool>`orders.state = 'paid' and orders."receiptNumber" is null
  and orders."paymentMethod" <> 'Gift'`;
/** As in the index `refundsWithoutCreditNote`. What has no receipt is no sale, and its refund has nothing to credit. */
const isUncredited = sql<SqlBool>`refunds.kind = 'refund' and refunds."creditNoteNumber" is null
  and exists (select 1 from orders where orders.id = refunds."orderId" and orders."receiptNumber" is not null)`;

/**
 * Gives paid orders that have none a receipt number, in order of payment. Call it in the transaction that makes an
 * order paid: then numbers have no gap, whatever dies. An earlier order of which it isn't known whether it moved money did
 * so where payments do now; elsewhere it waits. Returns how many it numbered, at most `limit`.
 */
export async function numberReceipts(
  { tx }: Pick<Change, 'tx'>,
  settings: NumberSettings,
  limit = numberedAtOnce,
): Promise<number> {
  const orders = await tx
    .selectFrom('orders')
    .select((row) => [
      'orders.id',
      'orders.paidAt',
      'orders.createdAt',
      row
        .selectFrom('accounts')
        .select('isDemo')
        .whereRef('accounts.id', '=', 'orders.accountId')
        .as('isDemo'),
      'isPractice',
    ])
    .where(isUnnumbered)
    .$if(!isLive(settings), (rows) => rows.where('isPractice', 'is not', null))
    .orderBy('orders.paidAt')
    .orderBy('orders.id')
    .limit(limit)
    .modifyEnd(skipTaken(tx))
    .execute();
  if (orders.length === 0) return 0;
  const numbers = await numbersFor(tx, settings);
  for (const { id, paidAt, createdAt, ...of } of orders) {
    const receiptNumber = await numbers.next('R', paidAt ?? createdAt, of);
    await tx.updateTable('orders').set({ receiptNumber }).where('id', '=', id).execute();
  }
  return orders.length;
}

/** Does the same for refunds of orders with a receipt and the numbers of their credit notes. */
export async function numberCreditNotes(
  { tx }: Pick<Change, 'tx'>,
  settings: NumberSettings,
  limit = numberedAtOnce,
): Promise<number> {
  const refunds = await tx
    .selectFrom('refunds')
    .select((row) => [
      'refunds.id',
      'refunds.createdAt',
      row
        .selectFrom('orders')
        .innerJoin('accounts', 'accounts.id', 'orders.accountId')
        .select('isDemo')
        .whereRef('orders.id', '=', 'refunds.orderId')
        .as('isDemo'),
      row
        .selectFrom('orders')
        .select('orders.isPractice')
        .whereRef('orders.id', '=', 'refunds.orderId')
        .as('isPractice'),
    ])
    .where(isUncredited)
    .orderBy('refunds.createdAt')
    .orderBy('refunds.id')
    .limit(limit)
    .modifyEnd(skipTaken(tx))
    .execute();
  if (refunds.length === 0) return 0;
  const numbers = await numbersFor(tx, settings);
  for (const { id, createdAt, ...of } of refunds) {
    const creditNoteNumber = await numbers.next('C', createdAt, of);
    await tx.updateTable('refunds').set({ creditNoteNumber }).where('id', '=', id).execute();
  }
  return refunds.length;
}

/** Whether payments move money now. */
export function isLive({ payments }: Pick<Env, 'payments'>): boolean {
  return payments.mode === 'live';
}

async function numbersFor(tx: Transaction, settings: NumberSettings) {
  const timeZone = await readTimeZone(tx, settings);
  const { value: restored } = await readSetting(tx, 'receiptSeries');
  return {
    /** The next number of the series that an instant belongs to. Its row is locked until the commit. */
    async next(
      kind: 'R' | 'C',
      at: string,
      of: { readonly isDemo: number | null; readonly isPractice: number | null },
    ): Promise<string> {
      const [isDemo, isPractice] = [of.isDemo === 1, of.isPractice === 1];
      const name = seriesName(kind, at, { timeZone, restored, isDemo, isPractice });
      const { last } = await tx
        .insertInto('receiptSeries')
        .values({ name, last: 1 })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet((row) => ({ last: row('receiptSeries.last', '+', 1) })),
        )
        .returning('last')
        .executeTakeFirstOrThrow();
      return `${name}-${String(last).padStart(6, '0')}`;
    },
  };
}
