import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallAnswer } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { reserveUse } from '#server/coupons/coupon-uses.ts';
import { attachCoupon } from '#server/lists/carts/cart-coupon.ts';
import { cartKind, listId } from '#server/lists/product-list.ts';
import { transition } from '#server/orders/payments/order-state.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { addCoupon, couponCounts } from '#tests/support/add-coupon.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, send } from '#tests/support/call.ts';
import { makeFakeGateway } from '#tests/support/fake-gateway.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { customer } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

const buyers = 200;

interface Person {
  readonly token: string;
  readonly cartId: string;
}

/** Buyers with the coupon in their carts, each with one design. */
async function shopFullOfBuyers(useLimit: number, count: number) {
  const gateway = makeFakeGateway();
  const services = await makeServices({ gateway, limitFactor: 1000 });
  const app = createApp(services);
  const couponId = await addCoupon(services, { useLimit, isOncePerCustomer: true });
  const productId = await addProduct(services, { files: { 'design.png': Buffer.from('design') } });
  const people: Person[] = [];
  for (let place = 0; place < count; place += 1) {
    const { id, token } = await signUp(services);
    await call(app, 'cartAdd', { token, body: { productId } });
    await services.database.write((tx) => attachCoupon(tx, id, couponId));
    people.push({ token, cartId: listId(cartKind, id) });
  }
  return { services, gateway, app, couponId, people };
}

describe('two hundred checkouts at once', () => {
  it.each([1, 199])(
    'use a coupon exactly %i times',
    async (useLimit) => {
      const { services, app, couponId, people } = await shopFullOfBuyers(useLimit, buyers);
      const body = { customerDetails: customer, expectedTotal: 10.8 };

      const responses = await Promise.all(
        people.map(({ token }) => send(app, 'checkout', { token, body })),
      );

      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(useLimit);
      expect(statuses.filter((status) => status === 409)).toHaveLength(buyers - useLimit);
      expect(await couponCounts(services, couponId)).toEqual({
        used: useLimit,
        ledger: useLimit,
        orders: useLimit,
        spent: 0,
      });
    },
    120_000,
  );

  it('of one buyer use the code once', async () => {
    const { services, app, couponId, people } = await shopFullOfBuyers(1, 1);
    const token = people[0]?.token ?? '';
    const body = { customerDetails: customer };

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => send(app, 'checkout', { token, body })),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await couponCounts(services, couponId)).toEqual({
      used: 1,
      ledger: 1,
      orders: 1,
      spent: 0,
    });
  });

  it.each([37])(
    'never use it more than %i times while others pay, order again and release theirs',
    async (useLimit) => {
      const shop = await shopFullOfBuyers(useLimit, buyers);
      const fates: Fate[] = [];
      let waiting = [...shop.people.entries()];

      // All at once each time, so that buyers compete for what one releases.
      for (const ways of [orderlyWays, orderlyWays, ['keep'] as const]) {
        const refused: typeof waiting = [];
        await Promise.all(
          waiting.map(async ([place, person]) => {
            const fate = await buyWithCoupon(shop, person, ways[place % ways.length] ?? 'keep');
            if (fate === 'refused') refused.push([place, person]);
            else fates.push(fate);
          }),
        );
        waiting = refused;
      }

      const count = (fate: Fate) => fates.filter((one) => one === fate).length;
      const counts = await couponCounts(shop.services, shop.couponId);
      expect(counts).toEqual({
        used: count('pay') + count('keep'),
        ledger: counts.used,
        orders: counts.used,
        spent: count('pay'),
      });
      expect(counts.used).toBeLessThanOrEqual(useLimit);
      // A released use is taken again: none is left while somebody is refused.
      expect(waiting.length === 0 || counts.used === useLimit).toBe(true);
    },
    120_000,
  );
});

/** What a buyer does with an order: pays it, orders again without paying, or removes the coupon. */
type Way = 'pay' | 'keep' | 'giveBack';
type Fate = Way | 'refused';
const orderlyWays: readonly Way[] = ['pay', 'giveBack', 'keep'];

async function buyWithCoupon(
  { app, gateway }: Awaited<ReturnType<typeof shopFullOfBuyers>>,
  { token, cartId }: Person,
  way: Way,
): Promise<Fate> {
  const order = (expectedTotal: number) =>
    send(app, 'checkout', { token, body: { customerDetails: customer, expectedTotal } });
  // A refused buyer's cart has lost the code, so it is applied again.
  const applied = await send(app, 'couponApply', { token, body: { code: 'TEN', cartId } });
  const response = applied.ok ? await order(10.8) : applied;
  if (response.status >= 400 && response.status < 500) return 'refused';
  const { orderId, paypalOrderId } = (await response.json()) as CallAnswer<'checkout'>;
  if (way === 'pay') {
    gateway.approve(paypalOrderId ?? '');
    await call(app, 'capturePayment', { token, body: { orderId } });
    return way;
  }
  if (way === 'giveBack') await call(app, 'couponRemove', { token, body: { cartId } });
  // The next order voids the previous one.
  expect((await order(way === 'giveBack' ? 12 : 10.8)).status).toBe(200);
  return way;
}

type Move = { readonly kind: 'reserve' | 'pay' | 'void' | 'review'; readonly place: number };

const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('reserve', 'reserve', 'pay', 'void', 'review'),
  place: fc.nat({ max: 5 }),
});

/** Runs moves on orders of several buyers, along with a model of the expected result. */
async function run(
  services: TestServices,
  orders: readonly { readonly id: string; readonly accountId: string }[],
  coupon: { readonly id: string; readonly useLimit: number; readonly isOnce: boolean },
  moves: readonly Move[],
): Promise<void> {
  const now = services.clock();
  const states = new Map<string, 'none' | 'reserved' | 'spent'>();
  for (const { kind, place } of moves) {
    const order = orders[place % orders.length];
    if (!order) throw new Error('there are no orders');
    const state = states.get(order.id) ?? 'none';
    const standing = [...states.values()].filter((one) => one !== 'none').length;
    const own = orders.filter(
      (one) => one.accountId === order.accountId && (states.get(one.id) ?? 'none') !== 'none',
    ).length;
    if (kind === 'reserve') {
      if (state !== 'none') continue;
      const use = { orderId: order.id, couponId: coupon.id, accountId: order.accountId };
      const result = await services.database
        .write((tx) => reserveUse({ tx, now }, use))
        .catch((error: unknown) => error);
      const isFree = standing < coupon.useLimit && !(coupon.isOnce && own > 0);
      expect(result instanceof Problem).toBe(!isFree);
      if (isFree) states.set(order.id, 'reserved');
      continue;
    }
    const to = kind === 'pay' ? 'paid' : kind;
    const from = ['provider_created', 'review'] as const;
    const stepped = await services.database.write((tx) =>
      transition({ tx, now }, order.id, { from, to, kind: to }),
    );
    // Restores the order's state, so that the next move finds it open again.
    await services.database.write((tx) =>
      tx
        .updateTable('orders')
        .set({ state: 'provider_created' })
        .where('id', '=', order.id)
        .where('state', 'in', ['paid', 'void'])
        .execute(),
    );
    if (!stepped || state === 'none') continue;
    if (kind === 'pay') states.set(order.id, 'spent');
    if (kind === 'void' && state === 'reserved') states.set(order.id, 'none');
  }
  const wanted = [...states.values()];
  const counts = await couponCounts(services, coupon.id);
  expect(counts.used).toBe(wanted.filter((state) => state !== 'none').length);
  expect(counts.ledger).toBe(counts.used);
  expect(counts.spent).toBe(wanted.filter((state) => state === 'spent').length);
  expect(counts.used).toBeLessThanOrEqual(coupon.useLimit);
}

describe('counter and ledger', () => {
  it('agree after any sequence of reservations, payments and voids', async () => {
    const services = await makeServices();
    const productId = await addProduct(services);
    const accounts = [await signUp(services), await signUp(services), await signUp(services)];
    const orders: { id: string; accountId: string }[] = [];
    for (let place = 0; place < 6; place += 1) {
      const accountId = accounts[place % accounts.length]?.id ?? '';
      const { id } = await addOrder(services, {
        accountId,
        productIds: [productId],
        state: 'provider_created',
      });
      orders.push({ id, accountId });
    }
    let round = 0;

    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { minLength: 20, maxLength: 60 }),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        async (moves, useLimit, isOnce) => {
          round += 1;
          const id = await addCoupon(services, {
            code: `ROUND-${round}`,
            useLimit,
            isOncePerCustomer: isOnce,
          });
          await services.database.write((tx) => tx.deleteFrom('couponUses').execute());
          await run(services, orders, { id, useLimit, isOnce }, moves);
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);

  it('are unchanged when the order that reserved is rolled back', async () => {
    const services = await makeServices();
    const couponId = await addCoupon(services, { useLimit: 1 });
    const { id: accountId } = await signUp(services);
    const productIds = [await addProduct(services)];
    const { id: orderId } = await addOrder(services, { accountId, productIds });

    const failing = makeChange(services, async (change) => {
      await reserveUse(change, { orderId, couponId, accountId });
      throw new Error('the order failed');
    });

    await expect(failing).rejects.toThrow('the order failed');
    expect(await couponCounts(services, couponId)).toMatchObject({ used: 0, ledger: 0 });
  });

  it('the database itself rejects one use too many', async () => {
    const services = await makeServices();
    await addCoupon(services, { useLimit: 1 });

    const oversold = services.database.write((tx) =>
      tx.updateTable('coupons').set({ used: 2 }).execute(),
    );

    await expect(oversold).rejects.toThrow(/constraint/i);
  });
});
