import { describe, expect, it } from 'vitest';
import { toWire } from '#contract/wire/money.ts';
import { removeFromCart } from '#server/lists/carts/queries.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { dropAfter, type Fault, refusing } from '#tests/support/payment-faults.ts';
import { customer, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

async function refusedCheckout(shop: PaymentShop, more: object = {}) {
  const body = { customerDetails: customer, ...more };
  return callRefused(shop.app, 'checkout', { body, token: shop.buyer.token });
}

async function setPrice(shop: PaymentShop, productId: string, price: number): Promise<void> {
  await shop.services.database.write((tx) =>
    tx.updateTable('products').set({ price }).where('id', '=', productId).execute(),
  );
}

describe('Create Order', () => {
  it("returns our order and the provider's, which requests exactly the total (S17, O12)", async () => {
    const shop = await openPaymentShop();
    const discounted = await shop.addDesign({ price: 2000, discountedPrice: 1505 });
    await shop.fillCart(discounted, await shop.addDesign({ price: 1100 }));

    const { orderId, paypalOrderId, totalPrice } = await shop.checkout();

    expect(totalPrice).toBe(26.05);
    expect(shop.practice.order(paypalOrderId ?? '')?.unit).toMatchObject({
      custom_id: orderId,
      amount: { currency_code: 'USD', value: '26.05' },
    });
    expect(await shop.order(orderId)).toMatchObject({
      state: 'provider_created',
      totalPrice: 2605,
      totalDiscount: 495,
      providerOrderId: paypalOrderId,
    });
  });

  it('commits the order and its request id before calling the provider', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    let committed: unknown;
    shop.provider.plan('create', async (pass) => {
      committed = await shop.services.database.read
        .selectFrom('orders')
        .select(['state', 'createRequestId'])
        .executeTakeFirst();
      return pass();
    });

    await shop.checkout();

    expect(committed).toEqual({
      state: 'provider_creating',
      createRequestId: expect.stringMatching(/^[\w-]{36}$/),
    });
  });

  it('requires a sign-in (A05)', async () => {
    const shop = await openPaymentShop();

    const response = await send(shop.app, 'checkout', { body: { customerDetails: customer } });

    expect(response.status).toBe(401);
  });

  it('is for approved accounts only', async () => {
    const shop = await openPaymentShop();
    const { token } = await signUp(shop.services, { status: 'pending' });

    const { status, problem } = await callRefused(shop.app, 'checkout', {
      body: { customerDetails: customer },
      token,
    });

    expect(status).toBe(403);
    expect(problem).toEqual({ code: 'NOT_APPROVED', message: 'You are not an approved user.' });
  });

  it('requires a name and an e-mail', async () => {
    const shop = await openPaymentShop();

    const { status, problem } = await refusedCheckout(shop, {
      customerDetails: { name: ' ', email: '' },
    });

    expect(status).toBe(422);
    expect(problem.fields).toEqual({
      'customerDetails.name': 'Name is required',
      'customerDetails.email': 'Email is required',
    });
  });

  it('refuses an empty cart', async () => {
    const shop = await openPaymentShop();

    const { problem } = await refusedCheckout(shop);

    expect(problem.code).toBe('CART_EMPTY');
  });

  it('accepts no price from the client', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign({ price: 5000 }));
    const body = { customerDetails: customer, totalPrice: 0.01, price: 0.01, items: [] };

    const { answer } = await call(shop.app, 'checkout', { body, token: shop.buyer.token });

    expect(answer.totalPrice).toBe(50);
  });

  it('refuses a higher total than the buyer saw, with the current cart', async () => {
    const shop = await openPaymentShop();
    const productId = await shop.addDesign({ price: 1000 });
    await shop.fillCart(productId);
    await setPrice(shop, productId, 1200);

    const { status, problem } = await refusedCheckout(shop, { expectedTotal: 10 });
    const { answer: cart } = await call(shop.app, 'cart', { token: shop.buyer.token });

    expect(status).toBe(409);
    expect(problem.code).toBe('PRICE_CHANGED');
    expect(problem.cart).toEqual(cart);
    expect(cart.totalPrice).toBe(12);
    expect(shop.provider.calls).toEqual([]);
  });

  it('applies a lower total than the buyer saw, and says so', async () => {
    const shop = await openPaymentShop();
    const productId = await shop.addDesign({ price: 1000 });
    await shop.fillCart(productId);
    await setPrice(shop, productId, 800);

    const answer = await shop.checkout({ expectedTotal: 10, productIds: [productId] });

    expect(answer.totalPrice).toBe(8);
  });

  it('refuses a different set of designs than the buyer saw', async () => {
    const shop = await openPaymentShop();
    const seen = await shop.addDesign({ price: 1000 });
    await shop.fillCart(seen, await shop.addDesign({ price: 0 }));

    const { problem } = await refusedCheckout(shop, { expectedTotal: 10, productIds: [seen] });

    expect(problem.code).toBe('PRICE_CHANGED');
  });

  it('refuses outdated terms, and stores the accepted version', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    await makeChange(shop.services, (change) =>
      writeSetting(change, 'studio', {
        name: 'Pinwheel',
        designers: [],
        socialLink: '',
        termsVersion: '2027-01',
      }),
    );

    const { problem } = await refusedCheckout(shop, { acceptedTermsVersion: '2026-11' });
    const { orderId } = await shop.checkout({ acceptedTermsVersion: '2027-01' });

    expect(problem.code).toBe('PRICE_CHANGED');
    expect(await shop.order(orderId)).toMatchObject({ acceptedTermsVersion: '2027-01' });
  });

  it('sends the current terms and licences with a refusal', async () => {
    const shop = await openPaymentShop();
    const { services, app } = shop;
    await shop.fillCart(await shop.addDesign());
    // As another process would: this one notices within a second, on its own.
    await makeChange(services, async (change) => {
      const brand = { name: 'Pinwheel', designers: [], socialLink: '', termsVersion: '2027-01' };
      await writeSetting(change, 'studio', brand);
      await recordCatalogueChange(change, null);
    });
    const shown = async () => (await call(app, 'shopSettings', {})).answer.termsVersion;
    const before = await shown();

    await refusedCheckout(shop, { acceptedTermsVersion: before });

    expect([before, await shown()]).toEqual(['2026-11', '2027-01']);
  });

  it('leaves a design that is no longer sold out of the order', async () => {
    const shop = await openPaymentShop();
    const sold = await shop.addDesign({ price: 700 });
    const retired = await shop.addDesign({ price: 900 });
    await shop.fillCart(sold, retired);
    await shop.services.database.write((tx) =>
      tx.updateTable('products').set({ status: 'retired' }).where('id', '=', retired).execute(),
    );

    const { orderId, totalPrice } = await shop.checkout();

    const items = await shop.services.database.read
      .selectFrom('orderItems')
      .select('productId')
      .where('orderId', '=', orderId)
      .execute();
    expect(totalPrice).toBe(7);
    expect(items).toEqual([{ productId: sold }]);
  });

  it('refuses a design whose original is still being made, by name', async () => {
    const shop = await openPaymentShop();
    const files = { 'tile.png': null };
    await shop.fillCart(await shop.addDesign({ title: 'Sleepy Whales', files }));

    const { status, problem } = await refusedCheckout(shop);

    expect(status).toBe(409);
    expect(problem.code).toBe('PRODUCT_UNAVAILABLE');
    expect(problem.message).toContain('Sleepy Whales');
  });

  it('completes a total of zero at once, without the provider', async () => {
    const shop = await openPaymentShop();
    const productId = await shop.addDesign({ price: 900, discountedPrice: 0 });
    await shop.fillCart(productId);

    const first = await shop.checkout({ productIds: [productId] });
    const again = await shop.checkout({ productIds: [productId] });

    expect(first).toMatchObject({ paypalOrderId: null, totalPrice: 0 });
    expect(again).toEqual(first);
    expect(await shop.order(first.orderId)).toMatchObject({ state: 'paid', totalPrice: 0 });
    expect(shop.provider.calls).toEqual([]);
    expect(await shop.salesOf(productId)).toBe(1);
    expect(await shop.mailsTo(customer.email)).toHaveLength(1);
  });

  it('answers a repeated checkout with what it paid, unless it confirmed less', async () => {
    const shop = await openPaymentShop();
    const productId = await shop.addDesign({ price: 1100 });
    await shop.fillCart(productId);
    const shown = { expectedTotal: 11, productIds: [productId] };
    const first = await shop.checkout(shown);
    await shop.approve(first.paypalOrderId);
    await shop.capture(first.orderId);

    expect(await shop.checkout(shown)).toEqual({ ...first, paypalOrderId: null });
    const { problem } = await refusedCheckout(shop, { ...shown, expectedTotal: 10 });
    expect(problem.code).toBe('CART_EMPTY');
  });

  it('returns the same order for the same cart, and the provider creates one', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());

    const answers = await Promise.all([shop.checkout(), shop.checkout(), shop.checkout()]);
    const later = await shop.checkout();

    expect(new Set([...answers, later].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(shop.providerOrders()).toBe(1);
  });

  it('voids the earlier unpaid order when the cart is different', async () => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    const earlier = await shop.checkout();
    await shop.fillCart(await shop.addDesign());

    const newer = await shop.checkout();
    await shop.approve(earlier.paypalOrderId);
    const response = await shop.capture(earlier.orderId);

    expect(newer.orderId).not.toBe(earlier.orderId);
    expect(await shop.order(earlier.orderId)).toMatchObject({ state: 'void' });
    expect(await response.json()).toMatchObject({ code: 'ORDER_VOID' });
    expect(shop.capturesOf(earlier.paypalOrderId)).toBe(0);
  });

  it.each<readonly [string, Fault]>([
    ['answer comes', (pass) => pass()],
    ['answer is lost', dropAfter],
    ['refusal comes', refusing(422, 'PAYEE_ACCOUNT_RESTRICTED')],
  ])('keeps an order void when the provider’s %s after a newer one', async (_, ending) => {
    const shop = await openPaymentShop();
    await shop.fillCart(await shop.addDesign());
    let newer: { orderId: string } | null = null;
    shop.provider.plan('create', async (pass, giveUp) => {
      await shop.fillCart(await shop.addDesign());
      newer = await shop.checkout();
      return ending(pass, giveUp);
    });

    const { problem } = await refusedCheckout(shop);

    const orders = await shop.services.database.read
      .selectFrom('orders')
      .select(['id', 'state'])
      .execute();
    expect(problem.code).toBe('ORDER_VOID');
    expect(orders).toHaveLength(2);
    expect(orders.find(({ state }) => state === 'provider_created')).toMatchObject({
      id: expect.toSatisfy((id) => id === newer?.orderId),
    });
  });

  it('creates a new order after a price change, never the old one at the new price', async () => {
    const shop = await openPaymentShop();
    const productId = await shop.addDesign({ price: 1000 });
    await shop.fillCart(productId);
    const earlier = await shop.checkout();
    await setPrice(shop, productId, 900);

    const newer = await shop.checkout();

    expect(newer.orderId).not.toBe(earlier.orderId);
    expect(newer.totalPrice).toBe(toWire(900));
    expect(shop.practice.order(newer.paypalOrderId ?? '')?.unit.amount.value).toBe('9.00');
  });

  it.each([
    ['in progress', 'capturing', 'PAYMENT_PENDING'],
    ['in review', 'review', 'PAYMENT_IN_REVIEW'],
  ] as const)('refuses designs whose payment is %s, and no others', async (_, state, code) => {
    const shop = await openPaymentShop();
    const productId = await shop.addDesign({ title: 'Moths' });
    await shop.fillCart(productId);
    const { orderId } = await shop.checkout();
    await shop.services.database.write((tx) =>
      tx.updateTable('orders').set({ state }).where('id', '=', orderId).execute(),
    );

    const { problem } = await refusedCheckout(shop);
    await shop.services.database.write((tx) => removeFromCart(tx, shop.buyer.id, [productId]));
    await shop.fillCart(await shop.addDesign());
    const other = await shop.checkout();

    expect(problem.code).toBe(code);
    expect(problem.message).toContain('Moths');
    expect(other.orderId).not.toBe(orderId);
    expect(await shop.order(orderId)).toMatchObject({ state });
  });

  it('lets a paid design be bought again', async () => {
    const shop = await openPaymentShop();
    const productId = await shop.addDesign();
    await shop.fillCart(productId);
    const first = await shop.checkout();
    await shop.approve(first.paypalOrderId);
    await shop.capture(first.orderId);
    await shop.fillCart(productId);

    const second = await shop.checkout();

    expect(second.orderId).not.toBe(first.orderId);
    expect(second.paypalOrderId).not.toBeNull();
  });

  it('gives orders short, unique numbers that reveal no count', async () => {
    const shop = await openPaymentShop();
    const numbers = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      await shop.fillCart(await shop.addDesign());
      numbers.add((await shop.order((await shop.checkout()).orderId)).orderNumber);
    }

    expect(numbers.size).toBe(5);
    for (const number of numbers) expect(number).toMatch(/^PW-[2-9A-HJ-NP-Z]{6}$/);
  });
});
