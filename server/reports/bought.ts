import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { giftMethod } from '#contract/studio/orders.ts';
import { isReal } from '../orders/real-orders.ts';

/** Orders that figures count: none that was given away, and in a shop that sells for real none of practice. */
export function bought(isTrial: boolean): RawBuilder<SqlBool> {
  const isBought = sql<SqlBool>`orders."paymentMethod" <> ${giftMethod}`;
  return isTrial ? isBought : sql<SqlBool>`${isBought} AND ${isReal}`;
}
