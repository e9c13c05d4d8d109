import type { Hono } from 'hono';
import type { LicenseType } from '#contract/shop/account.ts';
import { createApp } from '#server/app.ts';
import { queuePriceDrops, schedulePriceDrops } from '#server/lists/price-drops/price-drops.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { firstCursor } from '#server/platform/database/changes-after.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import type { PushOutcome } from '#server/platform/push/push-outbox.ts';
import { addProduct } from './add-product.ts';
import { call } from './call.ts';
import { makeServices, type TestServices } from './make-services.ts';
import { choosePush, type SentPush, sendPushes } from './pushes.ts';
import { signUp } from './sign-up.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** A shop whose buyers are notified of price drops. */
export interface WishShop {
  readonly services: TestServices;
  readonly app: Hono;
  /** A buyer with these wishes, subscribed on one browser, `NAME's phone`. */
  buyer(
    name: string,
    wishes: readonly string[],
    licenseType?: LicenseType,
  ): Promise<{ readonly token: string; readonly id: string }>;
  design(title: string, cents: number): Promise<string>;
  /** Like a change in the studio; null: no discount. */
  discount(productId: string, cents: number | null): Promise<void>;
  /** One round of the server's push sending; `answer` is the push service's answer. */
  round(answer?: (name: string) => PushOutcome): Promise<SentPush[]>;
  /** The same after the hold time. */
  later(answer?: (name: string) => PushOutcome): Promise<SentPush[]>;
}

export async function openWishShop(made?: {
  readonly services: TestServices;
  readonly app: Hono;
}): Promise<WishShop> {
  const services = made?.services ?? (await makeServices({ limitFactor: 1000 }));
  const app = made?.app ?? createApp(services);
  const { database, clock } = services;
  let seen = firstCursor;
  const round = async (answer?: (name: string) => PushOutcome) => {
    seen = await schedulePriceDrops(database, clock(), seen);
    while (await queuePriceDrops(database, clock()));
    return sendPushes(services, answer);
  };
  return {
    services,
    app,
    round,
    async buyer(name, wishes, licenseType = 'SMALL_BUSINESS') {
      const { token, id } = await signUp(services, { licenseType });
      for (const productId of wishes)
        await call(app, 'wishlistAdd', { token, body: { productId } });
      await choosePush(app, token, 'priceDrops', `${name}'s phone`);
      return { token, id };
    },
    design: (title, price) => addProduct(services, { title, price }),
    discount: (id, cents) =>
      makeChange(services, async (change) => {
        const { tx } = change;
        await tx
          .updateTable('products')
          .set({ discountedPrice: cents })
          .where('id', '=', id)
          .execute();
        await recordCatalogueChange(change, [id]);
      }),
    async later(answer) {
      const early = await round(answer);
      services.pass(15 * minute);
      return [...early, ...(await round(answer))];
    },
  };
}
