import { describe, expect, it } from 'vitest';
import type { StoredText } from '#contract/studio/licences.ts';
import { textsInForce } from '#server/licences/stored-texts.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { changedBody } from '#tests/support/changed-body.ts';
import { customer, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** The licence text of what was bought before and after a new version. */

const open = () => openPaymentShop();

/** Signs in a staff member who can publish; returns a function that publishes and returns the version. */
async function publisher(
  shop: PaymentShop,
): Promise<(goods: string, items?: number) => Promise<string>> {
  const { cookie } = await joinStudio(shop.app, shop.services);
  return async (goods, items) => {
    const { answer: before } = await callStudio(shop.app, 'allLicenceTexts', { cookie });
    const licenseType = 'SMALL_BUSINESS';
    const inForce = before.texts.find((text) => text.licenseType === licenseType) as StoredText;
    const words = { allows: ['Sew with it.'], forbids: ['Resell it.'], goods };
    const changed = changedBody(inForce, { ...words, ...(items !== undefined && { items }) });
    const body = { licenseType, ...changed } as const;
    const { answer } = await callStudio(shop.app, 'publishLicenceText', { cookie, body });
    return answer.texts[0]?.version ?? '';
  };
}

/** Buys a design; returns the item. */
async function buy(shop: PaymentShop): Promise<string> {
  await shop.fillCart(await shop.addDesign({ price: 700 }));
  const { orderId, paypalOrderId } = await shop.checkout();
  await shop.approve(paypalOrderId);
  expect((await shop.capture(orderId)).status).toBe(200);
  return orderId;
}

const ordersOf = async ({ app, buyer: { token } }: PaymentShop) =>
  (await call(app, 'orders', { token, query: {} })).answer;

/** What each order's licence says about goods, newest first, as the shop returns it. */
async function goodsBought(shop: PaymentShop): Promise<(string | undefined)[]> {
  const { orders, licenceTexts } = await ordersOf(shop);
  return orders.map(({ items: [item] }) => {
    const text = licenceTexts.find(
      ({ licenseType, version }) =>
        licenseType === item?.licenseType && version === item.licenceTextVersion,
    );
    return text?.goods;
  });
}

describe('the licence of a purchase', () => {
  it('covers as many items as when it was bought', async () => {
    const shop = await open();
    const publish = await publisher(shop);
    const before = await buy(shop);
    await publish('It covers {items} items.', 250);
    const after = await buy(shop);

    const { orders } = await ordersOf(shop);
    const itemsOf = (order: string) => orders.find(({ _id }) => _id === order)?.items[0];
    expect([itemsOf(before)?.licenceItems, itemsOf(after)?.licenceItems]).toEqual([100, 250]);
    expect((await goodsBought(shop)).toSorted()).toEqual([
      'It covers 250 items.',
      expect.stringContaining('every 100 items sold'),
    ]);
  });

  it('never changes after Create Order', async () => {
    const shop = await open();
    const publish = await publisher(shop);
    await buy(shop);
    await publish('50 goods.');
    shop.pass(1000);
    await buy(shop);
    await publish('60 goods.');
    shop.pass(1000);
    await buy(shop);

    const goods = await goodsBought(shop);

    expect(goods.slice(0, 2)).toEqual(['60 goods.', '50 goods.']);
    expect(goods[2]).toContain('every 100 items sold');
    expect((await ordersOf(shop)).licenceTexts).toHaveLength(3);
  });

  it('has the version at Create Order, even if paid under a newer one', async () => {
    const shop = await open();
    const publish = await publisher(shop);
    await shop.fillCart(await shop.addDesign({ price: 700 }));
    const { orderId, paypalOrderId } = await shop.checkout();
    await publish('50 goods.');
    await shop.approve(paypalOrderId);
    await shop.capture(orderId);

    expect(await goodsBought(shop)).toEqual([expect.stringContaining('every 100 items sold')]);
  });

  it("is in the account's data export", async () => {
    const shop = await open();
    const publish = await publisher(shop);
    await publish('50 goods.');
    await buy(shop);

    const { answer } = await call(shop.app, 'myData', { token: shop.buyer.token });

    expect(answer.licenceTexts.map(({ goods }) => goods)).toEqual(['50 goods.']);
  });

  it('is compared with the one the buyer was shown', async () => {
    const shop = await open();
    const publish = await publisher(shop);
    await shop.fillCart(await shop.addDesign({ price: 700 }));
    const licenceTextVersion = await publish('50 goods.');

    const { status, problem } = await callRefused(shop.app, 'checkout', {
      body: { customerDetails: customer, licenceTextVersion: '2026-11' },
      token: shop.buyer.token,
    });

    const { code, message } = problem;
    expect({ status, code, message }).toEqual({
      status: 409,
      code: 'PRICE_CHANGED',
      message: expect.stringContaining('licence text has changed'),
    });
    expect(await shop.checkout({ licenceTextVersion })).toMatchObject({ totalPrice: 7 });
  });

  it('is compared with the type that the buyer was shown, also if both have the same version', async () => {
    const shop = await open();
    const publish = await publisher(shop);
    await publish('{items} goods.', 50);
    const inForce = await textsInForce(shop.services.database.read);
    const { version } = inForce.SMALL_BUSINESS;
    await shop.fillCart(await shop.addDesign({ price: 700 }));
    const shown = { licenseType: 'SMALL_BUSINESS', licenceTextVersion: version } as const;
    await shop.services.database.write((tx) =>
      tx
        .updateTable('accounts')
        .set({ licenseType: 'FABRIC_SHOP' })
        .where('id', '=', shop.buyer.id)
        .execute(),
    );

    const { status, problem } = await callRefused(shop.app, 'checkout', {
      body: { customerDetails: customer, ...shown },
      token: shop.buyer.token,
    });

    expect(inForce.FABRIC_SHOP.version).toBe(version);
    expect(status).toBe(409);
    expect(problem.code).toBe('PRICE_CHANGED');
    expect(problem.message).toContain('now buys under the licence “Fabric shop”');
    const seen = await shop.checkout({ ...shown, licenseType: 'FABRIC_SHOP' });
    expect(seen).toMatchObject({ totalPrice: 7 });
  });

  it('of an unpaid order is updated with the order', async () => {
    const shop = await open();
    const publish = await publisher(shop);
    await shop.fillCart(await shop.addDesign({ price: 700 }));
    const first = await shop.checkout();
    await publish('50 goods.');

    const second = await shop.checkout();

    expect(second.orderId).not.toBe(first.orderId);
    expect((await shop.order(first.orderId)).state).toBe('void');
  });
});
