import { expect, test } from 'vitest';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { campaignMs } from '#tests/support/campaign-ms.ts';
import { killInWork } from '#tests/support/kill-in-work.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { shopSettings } from '#tests/support/open-new-database.ts';
import { signUp } from '#tests/support/sign-up.ts';

const count = Number(process.env.NUMBERED_ORDERS ?? 24);
const processes = 3;

test(`three processes that are killed give ${count} orders and their refunds numbers without a gap`, {
  timeout: campaignMs,
}, async () => {
  const services = await makeServices();
  const { id: accountId } = await signUp(services);
  const productIds = [await addProduct(services)];
  for (let made = 0; made < count; made += 1) {
    await addOrder(services, { accountId, productIds, state: 'draft' });
  }

  const kills = await payWithKills(services);

  const paid = await services.database.read
    .selectFrom('orders')
    .select('receiptNumber')
    .orderBy('receiptNumber')
    .execute();
  const refunds = await services.database.read
    .selectFrom('refunds')
    .select('creditNoteNumber')
    .orderBy('creditNoteNumber')
    .execute();
  expect(kills).toBeGreaterThanOrEqual(count / 20);
  expect(paid.map(({ receiptNumber }) => receiptNumber)).toEqual(series('R', count));
  expect(refunds.map((each) => each.creditNoteNumber)).toEqual(series('C', refunds.length));
});

/** Starts the processes, kills each after some orders and starts another, until all are paid. Returns how many it killed. */
async function payWithKills({ env, database }: TestServices): Promise<number> {
  let kills = 0;
  const left = async () =>
    database.read
      .selectFrom('orders')
      .select('id')
      .where('state', '=', 'draft')
      .limit(1)
      .executeTakeFirst();
  await Promise.all(
    Array.from({ length: processes }, async () => {
      while (await left()) {
        const settings = shopSettings(env.dataDir);
        if (await killInWork('tests/trials/pay-orders.ts', settings, [2, 11])) kills += 1;
      }
    }),
  );
  return kills;
}

function series(kind: string, length: number): string[] {
  const year = new Date().getUTCFullYear();
  return Array.from(
    { length },
    (_, place) => `PRACTICE-${kind}-${year}-${String(place + 1).padStart(6, '0')}`,
  );
}
