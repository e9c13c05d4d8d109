import { expect, onTestFinished, test, vi } from 'vitest';
import { noBilling } from '#contract/shop/billing.ts';
import { maxCardBytes, readCard, shortCard } from '#contract/shop/licence-card.ts';
import type { Order } from '#contract/shop/order.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { checkCard } from '#features/legal/check-card.ts';
import { changeKey, listKeys } from '#server/licences/cards/keys.ts';
import { signMissingCards, startCardSigning } from '#server/licences/cards/sign-missing-cards.ts';
import { grantDownload } from '#server/orders/grant-download.ts';
import { revokeItem } from '#server/orders/revoke-item.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { call } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { approvedOrder, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** Signed licence cards: who gets one, and what anyone can tell from it. */

const staff = 'a'.repeat(24);

async function ordersOf({ app, buyer: { token } }: PaymentShop): Promise<readonly Order[]> {
  return (await call(app, 'orders', { token, query: {} })).answer.orders;
}

/** The cards of all bought items, newest order first. */
async function cardsOf(shop: PaymentShop): Promise<string[]> {
  const orders = await ordersOf(shop);
  return orders.flatMap(({ items }) => items.flatMap(({ licenceCard }) => licenceCard ?? []));
}

async function registerOf({ app, services }: PaymentShop) {
  await services.catalogue.refresh();
  return (await call(app, 'licenceRegister', {})).answer;
}

async function check(shop: PaymentShop, card: string) {
  return checkCard(card, await registerOf(shop));
}

function change<T>({ services }: PaymentShop, work: Parameters<typeof makeAuditedChange<T>>[2]) {
  return makeAuditedChange(services, staff, work);
}

test('a paid item has a valid card that says what was bought', async () => {
  const { shop, itemIds } = await openRefundShop([700]);
  const [order] = await ordersOf(shop);
  const [card = ''] = await cardsOf(shop);

  const checked = await check(shop, card);

  const account = (await call(shop.app, 'me', { token: shop.buyer.token })).answer.user;
  expect(checked).toEqual({
    status: 'valid',
    facts: {
      v: 1,
      id: itemIds[0],
      key: (await registerOf(shop)).keys[0]?.id,
      design: order?.items[0]?.productName,
      kind: account.licenseType,
      to: `${account.firstName} ${account.lastName}`,
      order: order?.orderNumber,
      on: utcDay(order?.createdAt ?? ''),
      goods: 100,
      text: order?.items[0]?.licenceTextVersion,
    },
  });
});

test('a card has the company on the account at purchase, which later changes leave alone', async () => {
  const shop = await openPaymentShop();
  const { token } = shop.buyer;
  const buyFor = async (company: string) => {
    const billing = { company, address: '1 Mill Road', taxId: 'GB 123' };
    await call(shop.app, 'updateUser', { body: { billing }, token });
    await shop.fillCart(await shop.addDesign({ price: 0 }));
    shop.pass(1000);
    await shop.checkout();
  };
  await buyFor('Foxglove & Sons');
  await buyFor('');

  const [later = '', first = ''] = await cardsOf(shop);

  expect(await check(shop, first)).toMatchObject({
    status: 'valid',
    facts: { company: 'Foxglove & Sons' },
  });
  expect((await check(shop, later)).status).toBe('valid');
  expect(readCard(later)?.facts.company).toBeUndefined();
  expect(Buffer.from(first, 'base64url').toString()).not.toMatch(/Mill Road|GB 123/);
});

test('a card that is signed late has the company that its receipt began with', async () => {
  const shop = await openPaymentShop();
  const { token } = shop.buyer;
  const buyFor = async (company: string) => {
    await call(shop.app, 'updateUser', { body: { billing: { ...noBilling, company } }, token });
    await shop.fillCart(await shop.addDesign({ price: 0 }));
    shop.pass(1000);
    await shop.checkout();
  };
  await buyFor('');
  await buyFor('Foxglove & Sons');
  const billing = { ...noBilling, company: 'Button Ltd.' };
  await call(shop.app, 'updateUser', { body: { billing }, token });
  await shop.services.database.write((tx) => tx.deleteFrom('licenceCards').execute());

  await signMissingCards(shop.services);

  const companies = (await cardsOf(shop)).map((card) => readCard(card)?.facts.company);
  expect(companies).toEqual(['Foxglove & Sons', undefined]);
});

test('a company without a visible letter, stored by an earlier version, is on no card', async () => {
  const shop = await openPaymentShop();
  await shop.services.database.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ billing: JSON.stringify({ ...noBilling, company: '\u200b' }) })
      .where('id', '=', shop.buyer.id)
      .execute(),
  );
  await shop.fillCart(await shop.addDesign({ price: 0 }));
  await shop.checkout();

  const [card = ''] = await cardsOf(shop);

  expect((await check(shop, card)).status).toBe('valid');
  expect(readCard(card)?.facts).not.toHaveProperty('company');
});

test('an unpaid order has no card', async () => {
  const shop = await openPaymentShop();
  await shop.fillCart(await shop.addDesign({ price: 700 }));
  await shop.checkout();

  expect((await ordersOf(shop))[0]?.items).toHaveLength(1);
  expect(await cardsOf(shop)).toEqual([]);
});

test('an order of zero and a design given by the studio have valid cards', async () => {
  const shop = await openPaymentShop();
  await shop.fillCart(await shop.addDesign({ price: 700, discountedPrice: 0 }));
  await shop.checkout();
  const productId = await shop.addDesign({ price: 900 });
  await change(shop, (audited) =>
    grantDownload(audited, shop.services.env, { buyerId: shop.buyer.id, productId }),
  );

  const cards = await cardsOf(shop);

  expect(cards).toHaveLength(2);
  for (const card of cards) expect((await check(shop, card)).status).toBe('valid');
});

test('what was bought before gets its card in the background, once', async () => {
  const shop = await openPaymentShop();
  const productId = await shop.addDesign();
  const order = { accountId: shop.buyer.id, productIds: [productId] };
  await addOrder(shop.services, order);
  await addOrder(shop.services, { ...order, state: 'review' });
  expect(await cardsOf(shop)).toEqual([]);

  await signMissingCards(shop.services);
  const [card = '', ...others] = await cardsOf(shop);
  await signMissingCards(shop.services);

  expect(others).toEqual([]);
  expect(await cardsOf(shop)).toEqual([card]);
  expect((await check(shop, card)).status).toBe('valid');
});

test('a payment makes no key: before the first one, its card is left to the background', async () => {
  const shop = await openPaymentShop();
  await shop.services.database.write((tx) => tx.deleteFrom('licenceKeys').execute());
  const { orderId } = await approvedOrder(shop);
  await shop.capture(orderId);
  const keys = await listKeys(shop.services.database.read);
  const cards = await cardsOf(shop);

  await signMissingCards(shop.services);

  expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
  expect([keys, cards]).toEqual([[], []]);
  const [card = ''] = await cardsOf(shop);
  expect((await check(shop, card)).status).toBe('valid');
});

test('processes that start at once make one key', async () => {
  const services = await makeServices();
  const there = await openAgain(services.env.dataDir);
  atEndOfFile(() => there.close());

  await Promise.all(
    [services.database, there].map((database) => signMissingCards({ ...services, database })),
  );

  expect(await listKeys(services.database.read)).toHaveLength(1);
});

test('a first key that could not be made at start is made within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const services = await makeServices();
  const { database } = services;
  let writes = 0;
  const write: typeof database.write = (work, owner) => {
    writes += 1;
    return writes === 1 ? Promise.reject(new Error('away')) : database.write(work, owner);
  };
  const job = startCardSigning({ ...services, database: { ...database, write } });

  for (let second = 0; second < 60 && writes < 2; second += 1) {
    await listKeys(database.read);
    await vi.advanceTimersByTimeAsync(1000);
  }
  await job.stop();

  expect(await listKeys(database.read)).toHaveLength(1);
});

test('each changed byte of a card is noticed', async () => {
  const { shop } = await openRefundShop([700]);
  const [card = ''] = await cardsOf(shop);
  const register = await registerOf(shop);
  const bytes = Buffer.from(card, 'base64url');
  const facts = bytes.length - 64;

  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const { status } = await checkCard(changed.toString('base64url'), register);
    // A changed key id names a key that nobody knows.
    const inKey = at < facts && readCard(changed.toString('base64url'))?.facts.key;
    const isOtherKey = typeof inKey === 'string' && inKey !== register.keys[0]?.id;
    expect(status, `byte ${at}`).toBe(isOtherKey ? 'unknown-key' : 'not-genuine');
  }
  for (const text of ['', 'x', `${card}A`, `${card}=`, card.slice(0, -1), 'A'.repeat(9000)]) {
    expect((await checkCard(text, register)).status, text.slice(0, 9)).toBe('not-genuine');
  }
});

test('the short form of a card, which its QR code has, is checked like the card', async () => {
  const { shop } = await openRefundShop([700]);
  const [card = ''] = await cardsOf(shop);
  const register = await registerOf(shop);
  const read = readCard(card);
  const short = read ? shortCard(read) : '';
  const bytes = Buffer.from(short, 'base64url');

  expect(await checkCard(short, register)).toEqual(await checkCard(card, register));
  expect(short.length).toBeLessThan(card.length * 0.75);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const text = changed.toString('base64url');
    const isOtherKey = (readCard(text)?.facts.key ?? read?.facts.key) !== read?.facts.key;
    const { status } = await checkCard(text, register);
    expect(status, `byte ${at}`).toBe(isOtherKey ? 'unknown-key' : 'not-genuine');
  }
});

test('a refunded item is in the public list of revoked ones, and only that', async () => {
  const { shop, itemIds, refund } = await openRefundShop([700, 900]);
  const cards = await cardsOf(shop);
  await refund(itemIds[0] ?? null, 700);

  const found = await Promise.all(cards.map((card) => check(shop, card)));

  const on = utcDay(shop.services.clock());
  const [refunded, other] = found.toSorted((a, b) => a.status.localeCompare(b.status));
  expect(refunded).toMatchObject({ status: 'revoked', on, facts: { id: itemIds[0] } });
  expect(other).toMatchObject({ status: 'valid', facts: { id: itemIds[1] } });
  expect(await cardsOf(shop)).toHaveLength(1);
});

test('a refund announces the revoked licence by itself', async () => {
  const { shop, itemIds, refund } = await openRefundShop([700]);
  // All that was announced before is read.
  expect((await registerOf(shop)).revoked).toBe('');

  await refund(itemIds[0] ?? null, 700);

  expect((await registerOf(shop)).revoked).not.toBe('');
});

test('a revoked item is in the list until it is restored', async () => {
  const { shop, orderId, itemIds } = await openRefundShop([700]);
  const [card = ''] = await cardsOf(shop);
  const revoke = (isRevoked: boolean) =>
    change(shop, (audited) =>
      revokeItem(audited, shop.services.env, { orderId, itemId: itemIds[0] ?? '' }, isRevoked),
    );

  await revoke(true);
  expect((await check(shop, card)).status).toBe('revoked');
  await revoke(false);
  expect((await check(shop, card)).status).toBe('valid');
});

test("after a change of the key, earlier cards stay valid and the earlier key's private half is gone", async () => {
  const { shop } = await openRefundShop([700]);
  const [before = ''] = await cardsOf(shop);
  const [old] = (await registerOf(shop)).keys;
  const id = await change(shop, changeKey);
  await shop.fillCart(await shop.addDesign({ price: 0 }));
  shop.pass(1000);
  await shop.checkout();

  const cards = await cardsOf(shop);

  const after = cards.find((card) => card !== before) ?? '';
  expect(await check(shop, before)).toMatchObject({ status: 'valid', facts: { key: old?.id } });
  expect(await check(shop, after)).toMatchObject({ status: 'valid', facts: { key: id } });
  const keys = await shop.services.database.read
    .selectFrom('licenceKeys')
    .select(['id', 'privateKey'])
    .where('privateKey', 'is not', null)
    .execute();
  expect(keys.map((key) => key.id)).toEqual([id]);
  const earlier = { keys: old ? [old] : [], revoked: '' };
  expect((await checkCard(after, earlier)).status).toBe('unknown-key');
});

test('an owner changes the key in the studio, once for each key that was seen', async () => {
  const { shop } = await openRefundShop([700]);
  const { app, services } = shop;
  const { cookie } = await joinStudio(app, services);
  const [first] = (await callStudio(app, 'cardKeys', { cookie })).answer.keys;
  const body = { replaces: first?.id ?? '' };

  const { keys } = (await callStudio(app, 'changeCardKey', { cookie, body })).answer;
  const again = await studioRefused(app, 'changeCardKey', { cookie, body });

  expect(again.problem.code).toBe('CHANGED_MEANWHILE');
  expect(keys.map(({ id, retiredAt }) => [id === first?.id, retiredAt !== null])).toEqual([
    [false, false],
    [true, true],
  ]);
  expect((await callStudio(app, 'cardKeys', { cookie })).answer.keys).toEqual(keys);
});

test('the public answer has no private key, and can be cached', async () => {
  const { shop } = await openRefundShop([700]);
  await shop.services.catalogue.refresh();
  const { privateKey } = await shop.services.database.read
    .selectFrom('licenceKeys')
    .select('privateKey')
    .executeTakeFirstOrThrow();

  const response = await shop.app.request('/api/licence-register');

  expect(response.headers.get('cache-control')).toBe('public, no-cache');
  expect(response.headers.get('etag')).toBeTruthy();
  const text = await response.text();
  expect(privateKey).toHaveLength(64);
  expect(text).not.toContain(privateKey);
  expect(Object.keys(JSON.parse(text).keys[0]).toSorted()).toEqual(['id', 'publicKey']);
});

test('a deleted account leaves no card behind, and none is made for it', async () => {
  const shop = await openPaymentShop();
  await shop.fillCart(await shop.addDesign({ price: 0 }));
  await shop.checkout();
  const { token, id } = shop.buyer;
  const password = 'cotton and thread';
  await shop.services.database.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ passwordHash: `plain:${password}` })
      .where('id', '=', id)
      .execute(),
  );
  expect(await cardsOf(shop)).toHaveLength(1);

  await call(shop.app, 'deleteAccount', { token, body: { password } });
  await signMissingCards(shop.services);

  const left = await shop.services.database.read.selectFrom('licenceCards').selectAll().execute();
  expect(left).toEqual([]);
});

test('a card fits the QR code, however long its names are', async () => {
  const shop = await openPaymentShop();
  const productId = await shop.addDesign({ price: 0, title: '🐋"\\'.repeat(60) });
  await shop.services.database.write((tx) =>
    tx
      .updateTable('accounts')
      .set({
        firstName: 'Ž'.repeat(100),
        lastName: '"'.repeat(100),
        billing: JSON.stringify({ ...noBilling, company: '布'.repeat(200) }),
      })
      .where('id', '=', shop.buyer.id)
      .execute(),
  );
  await shop.fillCart(productId);
  await shop.checkout();

  const [card = ''] = await cardsOf(shop);

  expect(Buffer.from(card, 'base64url').length).toBeLessThanOrEqual(maxCardBytes);
  const checked = await check(shop, card);
  expect(checked.status).toBe('valid');
});
