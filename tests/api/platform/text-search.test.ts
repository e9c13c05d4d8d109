import { expect, test } from 'vitest';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';

const marked = 'not written again';

/** An order and its buyer, whose indexed texts show whether they were written again. */
async function setUp() {
  const services = await makeServices();
  const { database } = services;
  const { id: accountId } = await signUp(services);
  await addOrder(services, { accountId, productIds: [await addProduct(services)] });
  await database.write(async (tx) => {
    await tx.updateTable('orderTexts').set({ text: marked }).execute();
    await tx.updateTable('buyerTexts').set({ text: marked }).execute();
  });
  const texts = async () => {
    const order = await database.read.selectFrom('orderTexts').select('text').executeTakeFirst();
    const buyer = await database.read.selectFrom('buyerTexts').select('text').executeTakeFirst();
    return [order?.text, buyer?.text];
  };
  return { database, texts };
}

test('saving an order or a profile without another name leaves the search alone', async () => {
  const { database, texts } = await setUp();

  await database.write(async (tx) => {
    await tx
      .updateTable('orders')
      .set(({ ref }) => ({ customerName: ref('customerName'), state: 'review', reviewReason: 'r' }))
      .execute();
    await tx
      .updateTable('accounts')
      .set(({ ref }) => ({ lastName: ref('lastName'), status: 'rejected' }))
      .execute();
  });

  expect(await texts()).toEqual([marked, marked]);
});

test('another name is searched for at once', async () => {
  const { database, texts } = await setUp();

  await database.write((tx) => tx.updateTable('accounts').set({ lastName: 'Lovelace' }).execute());

  expect(await texts()).toEqual([
    expect.stringContaining('Lovelace'),
    expect.stringContaining('Lovelace'),
  ]);
});

test('another state is known to the search at once', async () => {
  const { database } = await setUp();

  await database.write((tx) =>
    tx.updateTable('orders').set({ state: 'review', reviewReason: 'r' }).execute(),
  );

  const { state } = await database.read
    .selectFrom('orderTexts')
    .select('state')
    .executeTakeFirstOrThrow();
  expect(state).toBe('review');
});

/** Whether a search finds the one order, whose buyer has this address and last name. */
async function setUpSearch(email: string, lastName = 'Sewell') {
  const { services, app, cookie } = await shopWithOwner();
  const { id: accountId } = await signUp(services, { email });
  await addOrder(services, { accountId, productIds: [await addProduct(services)] });
  await services.database.write((tx) => tx.updateTable('accounts').set({ lastName }).execute());
  return async (search: string) =>
    (await callStudio(app, 'orders', { cookie, query: { search } })).answer.total === 1;
}

test('an address is found by parts that begin or end with a mark', async () => {
  const isFound = await setUpSearch('ada_42_b.9+1@shop-77.example');

  for (const part of ['_42', '42_', '_42_', '_42_b.9', '+1@', '-77.', 'p-77', '-77.example']) {
    expect(await isFound(part), part).toBe(true);
  }
  for (const part of ['.42', '42.', '-1@', '+1.', '-77@', '-77.exemple', '42%', '7-7']) {
    expect(await isFound(part), part).toBe(false);
  }
});

test('a name in Greek capitals is found by the letters before a number', async () => {
  const isFound = await setUpSearch('ada@shop.example', 'ΟΔΟΣ42');
  expect([await isFound('ΟΔΟΣ42'), await isFound('ΔΟΣ4')]).toEqual([true, true]);
});
