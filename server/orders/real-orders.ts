import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import type { Env } from '../platform/env.ts';
import { isLive } from './receipts/receipt-numbers.ts';

/** Of an order: it wasn't a practice order. Those from before that was recorded count as real. */
export const isReal = sql<SqlBool>`coalesce(orders."isPractice", 0) = 0`;

/** Whether a live shop's order from before sold something for which no money moved. */
export function isPracticeSale(
  env: Pick<Env, 'payments'>,
  { isPractice, totalPrice }: Pick<Selectable<Tables['orders']>, 'isPractice' | 'totalPrice'>,
): boolean {
  return isLive(env) && isPractice === 1 && totalPrice > 0;
}
