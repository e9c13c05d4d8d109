import { type Kysely, sql } from 'kysely';
import { integer } from '../table.ts';

export const columns = {
  /** Whether practice orders count. */
  saleSums: { isTrial: integer().default(1).stated() },
  buyerCounts: { isTrial: integer().default(1).stated() },
};

/** Of orders from before `isPractice`, the stand-in's ids tell; one with another receipt was paid for real. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const isPractice = sql`("providerOrderId" like 'PRACTICE%' or "receiptNumber" like 'PRACTICE-%')`;
  await sql`update orders set "isPractice" = 1 where "isPractice" is null and ${isPractice}`.execute(
    database,
  );
  await sql`update orders set "isPractice" = 0 where "isPractice" is null and "receiptNumber" is not null`.execute(
    database,
  );
  // So that reports find in them all that they ask.
  const indexes = {
    ordersReported: sql`state, "paidAt", "paymentMethod", "capturedAmount", "totalPrice", "couponCode",
      "couponDiscount", "customerCountry", "isPractice", id`,
    ordersByAccount: sql`"accountId", "createdAt", state, "paymentMethod", "isPractice"`,
  };
  for (const [name, of] of Object.entries(indexes)) {
    await sql`drop index ${sql.ref(name)}`.execute(database);
    await sql`create index ${sql.ref(name)} on orders (${of})`.execute(database);
  }
}
