import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CallInput, calls } from '#contract/shop/calls.ts';
import { type Cart, cartSchema } from '#contract/shop/cart.ts';
import { toWire } from '#contract/wire/money.ts';
import { problemSchema } from '#contract/wire/problem.ts';
import { orderedIds } from '#features/checkout/use-checkout.ts';
import { applyServerList } from '#offline/outbox/outbox-rules.ts';
import { cartAnswer } from '#offline/outbox/product-snapshot.ts';
import { emptyRows } from '#offline/outbox/rows.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { cartViewOf } from '#offline/views/cart-view-of.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { call, send } from '#tests/support/call.ts';
import { campaignMs } from '#tests/support/campaign-ms.ts';
import { customer, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

/**
 * Invariant 10 of docs/offline.md: the price paid is the price shown at confirmation, or the buyer was
 * asked again. Two tabs of one buyer against the real server and provider, while the studio changes prices,
 * discounts and the coupon.
 */
/** `npm run trials` raises the count. */
const sequences = Number(process.env.PRICE_SEQUENCES ?? 20);
const seededSequences = 200;
const designs = 3;

type Body = CallInput<'checkout'>['body'];

/** A build with one bug, and the check that catches it. */
interface SeededBug {
  readonly name: string;
  readonly caughtBy: RegExp;
  /** What it changes in the body of Create Order. */
  readonly sends?: (body: Body) => Body;
  /** What it shows next to the payment buttons, in dollars. */
  readonly shows?: (expected: number, answered: number) => number;
}

const seededBugs: readonly SeededBug[] = [
  {
    name: 'does not say which total was shown',
    caughtBy: /at most what was shown/,
    sends: ({ expectedTotal: _, ...body }) => body,
  },
  {
    name: 'does not say which designs were shown',
    caughtBy: /the designs that were shown/,
    sends: ({ productIds: _, ...body }) => body,
  },
  {
    name: 'keeps showing the total from before Create Order',
    caughtBy: /paid is the price shown/,
    shows: (expected) => expected,
  },
];

const place = fc.nat(designs - 1);
const tab = fc.nat(1);
const times = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('look' as const), tab }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      place,
      price: fc.constantFrom(500, 800, 1100, 1999),
      discountedPrice: fc.constantFrom(null, null, 0, 300, 499),
    }),
  },
  fc.record({ kind: fc.constant('sell' as const), place, isSold: fc.boolean() }),
  fc.record({ kind: fc.constant('put' as const), place, isIn: fc.boolean() }),
  fc.record({ kind: fc.constant('coupon' as const), percent: fc.constantFrom(0, 10, 50, 100) }),
  fc.record({ kind: fc.constant('apply' as const), isOn: fc.boolean() }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), tab, times }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), tab, times }) },
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(2, 200) }),
);
const sequence = fc.array(step, { minLength: 6, maxLength: 20 });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What one tab shows: the cart, and the order it requests payment for. Dollars. */
interface Tab {
  cart: CartView;
  placed: { orderId: string; paypalOrderId: string | null; total: number } | null;
}

let shop: PaymentShop;
beforeAll(async () => {
  shop = await openPaymentShop({ limitFactor: 1_000_000 });
});

async function createWorld(bug: SeededBug | null) {
  const { app, services } = shop;
  const { id: accountId, token } = await signUp(services);
  const ids: string[] = [];
  for (let count = 0; count < designs; count++) ids.push(await shop.addDesign({ price: 1100 }));
  const code = `C-${accountId}`;
  await addCoupon(services, { code });
  for (const productId of ids.slice(1)) await call(app, 'cartAdd', { body: { productId }, token });

  const seen = (cart: Cart) =>
    cartViewOf(
      applyServerList(emptyRows, cartAnswer(cart, services.clock().toISOString()), 0),
      accountId,
      {
        trouble: null,
        isRead: true,
      },
    );
  const look = async () => seen((await call(app, 'cart', { token })).answer);
  const tabs: readonly [Tab, Tab] = [
    { cart: await look(), placed: null },
    { cart: await look(), placed: null },
  ];
  /** Every total at which a tab requested payment for an order. */
  const confirmed = new Map<string, Set<number>>();

  async function change(table: 'products' | 'coupons', values: object, id: string): Promise<void> {
    await services.database.write((tx) =>
      table === 'products'
        ? tx.updateTable(table).set(values).where('id', '=', id).execute()
        : tx.updateTable(table).set(values).where('code', '=', id).execute(),
    );
  }

  /** Like the checkout: sends what it shows, and shows differences before it asks again. */
  async function create(shown: Tab): Promise<void> {
    const { total } = shown.cart.totals;
    const productIds = orderedIds(shown.cart);
    const body: Body = {
      customerDetails: customer,
      expectedTotal: total,
      productIds: [...productIds],
    };
    const sent = bug?.sends?.(body) ?? body;
    const response = await send(app, 'checkout', { body: sent, token });
    const json: unknown = await response.json();
    if (!response.ok) {
      const { code: reason, cart } = v.parse(problemSchema, json);
      expect(response.status, 'a buyer is refused, never failed').toBeLessThan(500);
      if (reason === 'PRICE_CHANGED') shown.cart = seen(v.parse(cartSchema, cart));
      return;
    }
    const { orderId, paypalOrderId, totalPrice } = v.parse(calls.checkout.answer, json);
    const items = await services.database.read
      .selectFrom('orderItems')
      .select('productId')
      .where('orderId', '=', orderId)
      .execute();
    const ordered = items.map(({ productId }) => productId).sort();
    expect(ordered, 'an order is of the designs that were shown').toEqual(productIds.toSorted());
    expect(totalPrice, 'an order costs at most what was shown').toBeLessThanOrEqual(total);
    const asked = bug?.shows?.(total, totalPrice) ?? totalPrice;
    shown.placed = { orderId, paypalOrderId, total: asked };
    confirmed.set(orderId, (confirmed.get(orderId) ?? new Set()).add(asked));
  }

  async function pay({ placed }: Tab, times: number): Promise<void> {
    if (!placed) return;
    const { orderId, paypalOrderId } = placed;
    // The provider accepts no second approval of a paid order.
    if (paypalOrderId !== null) await shop.approve(paypalOrderId).catch(() => {});
    const captures = Array.from({ length: times }, () =>
      send(app, 'capturePayment', { body: { orderId }, token }),
    );
    for (const { status } of await Promise.all(captures)) {
      expect(status, 'a buyer is refused, never failed').toBeLessThan(500);
    }
  }

  async function take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'look': {
        const shown = tabs[step.tab];
        if (shown) shown.cart = await look();
        return;
      }
      case 'price':
        return change(
          'products',
          { price: step.price, discountedPrice: step.discountedPrice },
          ids[step.place] ?? '',
        );
      case 'sell':
        return change(
          'products',
          { status: step.isSold ? 'published' : 'retired' },
          ids[step.place] ?? '',
        );
      case 'put': {
        const productId = ids[step.place] ?? '';
        await send(app, step.isIn ? 'cartAdd' : 'cartRemove', { body: { productId }, token });
        return;
      }
      case 'coupon': {
        const ended = { endsAt: services.clock().toISOString() };
        const values = step.percent === 0 ? ended : { endsAt: null, discount: step.percent * 100 };
        return change('coupons', values, code);
      }
      case 'apply': {
        const { _id: cartId } = (await call(app, 'cart', { token })).answer;
        const body = { code, cartId };
        await send(app, step.isOn ? 'couponApply' : 'couponRemove', { body, token } as never);
        return;
      }
      case 'create': {
        const shown = tabs[step.tab];
        for (let time = 0; shown && time < step.times; time++) await create(shown);
        return;
      }
      case 'pay': {
        const shown = tabs[step.tab];
        if (shown) await pay(shown, step.times);
        return;
      }
      case 'wait':
        shop.pass(step.minutes * 60_000);
        await reconcileOnce(services);
    }
  }

  async function check(): Promise<number> {
    const orders = await services.database.read
      .selectFrom('orders')
      .select(['id', 'totalPrice', 'state', 'providerOrderId'])
      .where('accountId', '=', accountId)
      .execute();
    for (const { id, totalPrice, providerOrderId, state } of orders) {
      const captures = shop.practice.order(providerOrderId ?? '')?.captures ?? [];
      const amounts = captures.map(({ amount }) => Number(amount.value));
      if (state === 'paid' && providerOrderId === null) amounts.push(toWire(totalPrice));
      for (const amount of amounts) {
        expect([...(confirmed.get(id) ?? [])], 'the price paid is the price shown').toEqual([
          amount,
        ]);
      }
    }
    return orders.filter(({ state }) => state === 'paid').length;
  }

  return { take, check };
}

let paid = 0;

async function live(steps: readonly Step[], bug: SeededBug | null): Promise<void> {
  const world = await createWorld(bug);
  for (const step of steps) await world.take(step);
  paid += await world.check();
}

describe('what a buyer pays', () => {
  test(
    'is what was shown at confirmation, whatever changes meanwhile',
    async () => {
      await fc.assert(
        fc.asyncProperty(sequence, (steps) => live(steps, null)),
        { numRuns: sequences, endOnFailure: true },
      );
      expect(paid, 'some orders were paid').toBeGreaterThan(0);
    },
    60_000 + sequences * 2000,
  );

  for (const bug of seededBugs) {
    test(`detects a build that ${bug.name}`, { timeout: campaignMs }, async () => {
      // A sequence in which another check fails first doesn't count.
      const property = fc.asyncProperty(sequence, (steps) =>
        live(steps, bug).catch((error: Error) => {
          if (bug.caughtBy.test(error.message)) throw error;
        }),
      );
      const details = await fc.check(property, { numRuns: seededSequences, endOnFailure: true });
      expect(details.failed).toBe(true);
    });
  }
});
