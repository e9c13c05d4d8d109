import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Cart } from '#contract/shop/cart.ts';
import { followCatalogue } from '#server/catalogue/follow-changes.ts';
import { switchDueSales } from '#server/catalogue/sales.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { call, send } from '#tests/support/call.ts';
import { copyDesign } from '#tests/support/copy-design.ts';
import { customer, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';

const minute = 60_000;

/** A design for $12.00 that costs $8.00 from one minute from now until two minutes from now. */
async function onSaleSoon(shop: PaymentShop): Promise<string> {
  const id = await shop.addDesign({ price: 1200 });
  const at = (minutes: number) =>
    new Date(shop.services.clock().getTime() + minutes * minute).toISOString();
  await shop.services.database.write((tx) =>
    tx
      .updateTable('products')
      .set({ salePrice: 800, saleStartsAt: at(1), saleEndsAt: at(2), saleTurnsAt: at(1) })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

async function shownPrice({ services, app }: PaymentShop, id: string): Promise<number | null> {
  await switchDueSales(services);
  await services.catalogue.refresh();
  const { answer } = await call(app, 'product', { params: { id } });
  return answer.product.discountedPrice;
}

async function changes({ services }: PaymentShop): Promise<number> {
  const { count } = await services.database.read
    .selectFrom('catalogueChanges')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many designs are on sale, and how many still have to be switched. */
async function counts({ services }: PaymentShop) {
  const { onSale, due } = await services.database.read
    .selectFrom('products')
    .select((row) => [
      row.fn.count<number>('discountedPrice').as('onSale'),
      row.fn
        .countAll<number>()
        .filterWhere('saleTurnsAt', '<=', services.clock().toISOString())
        .as('due'),
    ])
    .executeTakeFirstOrThrow();
  return { onSale, due };
}

describe('a sale with dates', () => {
  it('starts and ends on its own, with one entry each in the feed', async () => {
    const shop = await openPaymentShop();
    const id = await onSaleSoon(shop);
    const before = await changes(shop);

    expect(await shownPrice(shop, id)).toBeNull();
    shop.pass(minute - 1);
    expect(await shownPrice(shop, id)).toBeNull();
    shop.pass(1);
    expect(await shownPrice(shop, id)).toBe(8);
    shop.pass(minute - 1);
    expect(await shownPrice(shop, id)).toBe(8);
    shop.pass(1);
    expect(await shownPrice(shop, id)).toBeNull();
    shop.pass(1000 * minute);
    expect(await shownPrice(shop, id)).toBeNull();
    expect(await changes(shop)).toBe(before + 2);
  });

  it('is over at once even if it was never noticed', async () => {
    const shop = await openPaymentShop();
    const id = await onSaleSoon(shop);
    shop.pass(5 * minute);
    expect(await shownPrice(shop, id)).toBeNull();
  });

  it('asks the buyer again the instant it ends if prices aren’t held, and applies the lower price at once', async () => {
    const shop = await openPaymentShop();
    await makeChange(shop.services, (change) => writeSetting(change, 'priceHoldHours', 0));
    const id = await onSaleSoon(shop);
    await shop.fillCart(id);

    shop.pass(minute);
    const cheaper = await shop.checkout({ expectedTotal: 12 });
    expect(cheaper.totalPrice).toBe(8);

    shop.pass(minute);
    const response = await send(shop.app, 'checkout', {
      body: { customerDetails: customer, expectedTotal: 8 },
      token: shop.buyer.token,
    });
    const problem = (await response.json()) as { code: string; cart: Cart };
    expect([response.status, problem.code]).toEqual([409, 'PRICE_CHANGED']);
    expect(problem.cart.totalPrice).toBe(12);
    expect((await shop.checkout({ expectedTotal: 12 })).totalPrice).toBe(12);
  });

  it('starts and ends on more designs than a statement has room for', async () => {
    const shop = await openPaymentShop();
    await copyDesign(shop.services, await onSaleSoon(shop), 22_000);

    shop.pass(minute);
    await switchDueSales(shop.services);
    expect(await counts(shop)).toEqual({ onSale: 22_001, due: 0 });
    shop.pass(minute);
    await switchDueSales(shop.services);

    expect(await counts(shop)).toEqual({ onSale: 0, due: 0 });
    const ended = await shop.services.database.read
      .selectFrom('endedPrices')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('cents', '=', 800)
      .executeTakeFirstOrThrow();
    expect(ended.count).toBe(22_001);
  });

  it.each([
    ['starts', 1, 8, 1],
    ['ends', 2, 12, 0],
  ])('%s in a checkout on the designs of its cart alone', async (_, minutes, price, onSale) => {
    const shop = await openPaymentShop();
    await makeChange(shop.services, (change) => writeSetting(change, 'priceHoldHours', 0));
    const id = await onSaleSoon(shop);
    await onSaleSoon(shop);
    await shop.fillCart(id);
    shop.pass(minutes * minute);

    const { totalPrice } = await shop.checkout();

    expect(totalPrice).toBe(price);
    expect(await counts(shop)).toEqual({ onSale, due: 1 });
  });

  it('that can’t be switched keeps no other change from being shown', async () => {
    const { services, pass, ...shop } = await openPaymentShop();
    await onSaleSoon({ services, pass, ...shop });
    pass(minute);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const write = vi.fn(() => Promise.reject(new Error('no')));
    const refresh = vi.fn(async () => {});
    const following = followCatalogue({
      ...services,
      catalogue: { ...services.catalogue, refresh },
      database: {
        ...services.database,
        write,
        onCatalogueChange: () => ({ stop: async () => {} }),
      },
    });
    await vi.advanceTimersByTimeAsync(1000);
    await following.stop();

    expect(write).toHaveBeenCalledOnce();
    expect(refresh).toHaveBeenCalledOnce();
  });
});
