import type { Hono } from 'hono';
import type { Selectable } from 'kysely';
import { messages } from '#contract/messages/messages.ts';
import { type CouponOffer, maxOfferedDesigns } from '#contract/shop/coupon.ts';
import { couponState } from '#contract/studio/coupons.ts';
import { toWire } from '#contract/wire/money.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';
import { categoriesOfCoupon } from './categories-of-coupon.ts';
import { appliedCoupon, couponKey } from './coupon-rules.ts';
import { tryCode } from './try-code.ts';

/** What a coupon's link tells anybody who opens it. Applying it is the cart's (lists/carts). */
export function couponOfferRoutes(app: Hono, services: Services): void {
  serveShop(app, services, 'couponOffer', ({ address, params }) =>
    tryCode(services, address, () =>
      readOffer(services.database.read, services.clock(), params.code),
    ),
  );
}

/** @throws NOT_FOUND */
async function readOffer(reader: Reader, now: Date, code: string): Promise<CouponOffer> {
  const coupon = await reader
    .selectFrom('coupons')
    .selectAll()
    .where('codeKey', '=', couponKey(code))
    .executeTakeFirst();
  if (!coupon) throw new Problem('NOT_FOUND', messages.coupon.unknown);
  return {
    ...appliedCoupon(coupon),
    minimumSubtotal: toWire(coupon.minimumSubtotal),
    startsAt: coupon.startsAt,
    endsAt: coupon.endsAt,
    isOncePerCustomer: coupon.isOncePerCustomer === 1,
    scope: coupon.isScoped === 1 ? await scopeOf(reader, coupon.id) : null,
    state: stateOf(coupon, now),
  };
}

/** A coupon that is switched off has ended, as far as buyers are concerned. */
function stateOf(coupon: Selectable<Tables['coupons']>, now: Date): CouponOffer['state'] {
  const state = couponState({ ...coupon, isOff: coupon.isOff === 1 }, now);
  return state === 'off' ? 'ended' : state;
}

async function scopeOf(reader: Reader, couponId: string): Promise<CouponOffer['scope']> {
  const designs = await reader
    .selectFrom('couponProducts')
    .innerJoin('products', 'products.id', 'couponProducts.productId')
    .select(['products.id as _id', 'products.title'])
    .where('couponProducts.couponId', '=', couponId)
    .where('products.status', '=', 'published')
    .orderBy('products.id')
    .execute();
  return {
    categories: await categoriesOfCoupon(reader, couponId),
    designs: designs.slice(0, maxOfferedDesigns),
    designCount: designs.length,
  };
}
