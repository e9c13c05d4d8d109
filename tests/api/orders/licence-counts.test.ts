import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LicenceCount } from '#contract/shop/licence-count.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { limits } from '#contract/wire/limits.ts';
import { revokeItem } from '#server/orders/revoke-item.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { openRefundShop, type RefundShop } from '#tests/support/refund-shop.ts';
import { setPassword, signUp } from '#tests/support/sign-up.ts';

/** The goods that a buyer counts for a licence. */

const at = '2026-06-01T10:00:00.000Z';

function entry(licenceId = '', delta = 1, opId = randomUUID()) {
  return { licenceId, delta, at, opId };
}

type Entry = ReturnType<typeof entry>;

async function send({ shop: { app, buyer } }: RefundShop, body: Entry): Promise<LicenceCount> {
  const { answer } = await call(app, 'countSold', { body, token: buyer.token, key: body.opId });
  expect(answer.version).toBe(answer.count.entries);
  return answer.count;
}

async function refused(bought: RefundShop, body: Entry, token = bought.shop.buyer.token) {
  const { status, problem } = await callRefused(bought.shop.app, 'countSold', { body, token });
  return { status, code: problem.code, message: problem.message };
}

/** The counts in My orders, in the order of the items. */
async function counts({ shop, itemIds }: RefundShop) {
  const { answer } = await call(shop.app, 'orders', { token: shop.buyer.token, query: {} });
  const items = answer.orders.flatMap((order) => order.items);
  return itemIds.map((id) => items.find(({ _id }) => _id === id)?.counted);
}

async function sold(bought: RefundShop): Promise<number | undefined> {
  return (await counts(bought))[0]?.sold;
}

test('nothing is counted for a new licence', async () => {
  expect(await counts(await openRefundShop([700]))).toEqual([{ sold: 0, entries: 0, recent: [] }]);
});

test('two phones add up, in either order', async () => {
  for (const order of [
    [30, 40],
    [40, 30],
  ]) {
    const bought = await openRefundShop([700]);
    for (const delta of order) await send(bought, entry(bought.itemIds[0], delta));
    expect(await sold(bought)).toBe(70);
  }
});

test('two phones add up when both send at once', async () => {
  const bought = await openRefundShop([700]);
  const entries = [30, 40].map((delta) => entry(bought.itemIds[0], delta));

  await Promise.all(entries.map((one) => send(bought, one)));

  expect(await sold(bought)).toBe(70);
});

test('each licence has a count of its own', async () => {
  const bought = await openRefundShop([700, 900]);
  await send(bought, entry(bought.itemIds[0], 5));
  await send(bought, entry(bought.itemIds[1], 8));
  await send(bought, entry(bought.itemIds[0], 1));

  expect((await counts(bought)).map((count) => [count?.sold, count?.entries])).toEqual([
    [6, 2],
    [8, 1],
  ]);
});

test('an entry sent repeatedly counts once, also after the shop forgot its answer', async () => {
  const bought = await openRefundShop([700]);
  const { services } = bought.shop;
  const [first, second] = [entry(bought.itemIds[0], 30), entry(bought.itemIds[0], 40)];
  await send(bought, first);
  await send(bought, second);
  await send(bought, first);
  await services.database.write(async (tx) => {
    await tx.deleteFrom('idempotencyAnswers').execute();
  });

  const again = await send(bought, first);

  expect(again).toMatchObject({ sold: 70, entries: 2 });
  expect(again.recent.toSorted()).toEqual([first.opId, second.opId].toSorted());
});

test('an answer names the newest entries only, and counts all', async () => {
  const bought = await openRefundShop([700]);
  const opIds: string[] = [];
  for (let index = 0; index < limits.recentCounts + 2; index += 1) {
    bought.shop.pass(1000);
    const one = entry(bought.itemIds[0], 2);
    opIds.unshift(one.opId);
    await send(bought, one);
  }

  const expected = {
    sold: 2 * opIds.length,
    entries: opIds.length,
    recent: opIds.slice(0, limits.recentCounts),
  };
  expect(await counts(bought)).toEqual([expected]);
});

test('a wrong count is taken off again, but never below 0', async () => {
  const bought = await openRefundShop([700]);
  await send(bought, entry(bought.itemIds[0], 5));
  await send(bought, entry(bought.itemIds[0], -2));

  expect(await refused(bought, entry(bought.itemIds[0], -4))).toEqual({
    status: 409,
    code: 'CONFLICT',
    message: 'The count is 3, so 4 can’t be taken off.',
  });
  expect(await sold(bought)).toBe(3);
});

test('more can be counted than the licence covers', async () => {
  const bought = await openRefundShop([700]);
  await send(bought, entry(bought.itemIds[0], 130));
  expect(await sold(bought)).toBe(130);
});

test('a refund freezes the count', async () => {
  const bought = await openRefundShop([700, 900]);
  const known = entry(bought.itemIds[0], 30);
  await send(bought, known);
  await bought.refund(bought.itemIds[0] ?? '', 700);

  expect(await refused(bought, entry(bought.itemIds[0], 1))).toEqual({
    status: 409,
    code: 'CONFLICT',
    message: 'This licence was refunded, so its count no longer changes.',
  });
  expect((await refused(bought, entry(bought.itemIds[0], -1))).code).toBe('CONFLICT');
  expect(await send(bought, known)).toMatchObject({ sold: 30 });
  expect(await send(bought, entry(bought.itemIds[1], 2))).toMatchObject({ sold: 2 });
  expect((await counts(bought)).map((count) => count?.sold)).toEqual([30, 2]);
});

test('a revoked licence is no longer counted', async () => {
  const bought = await openRefundShop([700]);
  await makeAuditedChange(bought.shop.services, 'a'.repeat(24), (change) =>
    revokeItem(
      change,
      bought.shop.services.env,
      { orderId: bought.orderId, itemId: bought.itemIds[0] ?? '' },
      true,
    ),
  );

  expect((await refused(bought, entry(bought.itemIds[0], 1))).message).toBe(
    'This licence was revoked by the studio, so its count no longer changes.',
  );
});

test('only the buyer can count, and only what is paid', async () => {
  const bought = await openRefundShop([700]);
  const { services, buyer } = bought.shop;
  const stranger = await signUp(services, { email: 'stranger@shop.example' });
  const notFound = {
    status: 404,
    code: 'NOT_FOUND',
    message: 'This licence isn’t in your orders.',
  };
  const unpaid = await addOrder(services, {
    accountId: buyer.id,
    productIds: [await addProduct(services)],
    state: 'draft',
  });

  expect(await refused(bought, entry(bought.itemIds[0], 1), stranger.token)).toEqual(notFound);
  expect(await refused(bought, entry(unpaid.itemIds[0], 1))).toEqual(notFound);
  expect(await refused(bought, entry('0'.repeat(24), 1))).toEqual(notFound);
  expect(await sold(bought)).toBe(0);
});

test.each([
  ['no goods', { delta: 0 }],
  ['half a piece', { delta: 1.5 }],
  ['more than at once', { delta: limits.countedAtOnce + 1 }],
  ['less than at once', { delta: -limits.countedAtOnce - 1 }],
  ['a text', { delta: '5' }],
  ['no time', { at: 'yesterday' }],
  ['no op', { opId: 'five' }],
])('%s can’t be counted', async (_what, wrong) => {
  const bought = await openRefundShop([700]);
  const body = { ...entry(bought.itemIds[0], 5), ...wrong } as Entry;

  expect(await refused(bought, body)).toMatchObject({ status: 422, code: 'INVALID' });
  expect(await sold(bought)).toBe(0);
});

test('a full log takes no more entries', async () => {
  const bought = await openRefundShop([700]);
  const rows = Array.from({ length: limits.countEntries }, () => ({
    orderItemId: bought.itemIds[0] ?? '',
    opId: randomUUID(),
    delta: 1,
    countedAt: at,
    storedAt: at,
  }));
  await bought.shop.services.database.write(async (tx) => {
    for (const some of chunk(rows, 1000)) {
      await tx.insertInto('licenceCounts').values(some).execute();
    }
  });

  expect((await refused(bought, entry(bought.itemIds[0], 1))).message).toContain('too often');
  expect(await sold(bought)).toBe(limits.countEntries);
});

test('the counts are part of the account’s data and end with the account', async () => {
  const bought = await openRefundShop([700]);
  const { app, services } = bought.shop;
  const { id, token } = bought.shop.buyer;
  await send(bought, entry(bought.itemIds[0], 30));

  const { answer } = await call(app, 'myData', { token });
  expect(answer.soldGoods).toEqual([
    { licenceId: bought.itemIds[0], title: expect.any(String), delta: 30, countedAt: at },
  ]);

  const password = 'cotton and thread';
  await setPassword(services, id, password);
  await call(app, 'deleteAccount', { token, body: { password } });
  const rows = await services.database.read.selectFrom('licenceCounts').selectAll().execute();
  expect(rows).toEqual([]);
});
