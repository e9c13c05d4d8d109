import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { couponKey } from '../../coupons/coupon-rules.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import { spend } from '../../platform/http/limit.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { serveShop } from '../../platform/sign-in/serve-shop.ts';
import { cartSet, setId } from '../product-set.ts';
import { attachCoupon, checkCoupon, detachCoupon } from './cart-coupon.ts';
import { readCart } from './queries.ts';

/** More tries than a buyer with a handful of codes needs, too few to guess one. */
const accountLimit = { count: 20, windowMs: 600_000 };
const addressLimit = { count: 100, windowMs: 600_000 };

export function couponRoutes(app: Hono, services: Services): void {
  const { database } = services;

  serveShop(app, services, 'couponApply', async ({ account, address, body }) => {
    ownCartOnly(account.id, body.cartId);
    await spend(services, `coupon:account:${account.id}`, accountLimit);
    await spend(services, `coupon:address:${address}`, addressLimit);
    await makeChange(services, (change) => applyCoupon(change, account.id, body.code));
    return { message: messages.coupon.applied };
  });

  serveShop(app, services, 'couponRemove', async ({ account, body }) => {
    ownCartOnly(account.id, body.cartId);
    await database.write((tx) => detachCoupon(tx, account.id));
    return { message: messages.coupon.removed };
  });
}

function ownCartOnly(accountId: string, cartId: string): void {
  if (cartId !== setId(cartSet, accountId)) {
    throw new Problem('NOT_FOUND', 'This cart doesn’t exist.');
  }
}

/** Puts a code on the cart if it applies. Nothing is reserved before Create Order. @throws COUPON_REFUSED */
async function applyCoupon({ tx, now }: Change, accountId: string, code: string): Promise<void> {
  const coupon = await tx
    .selectFrom('coupons')
    .select('id')
    .where('codeKey', '=', couponKey(code))
    .executeTakeFirst();
  if (!coupon) throw new Problem('COUPON_REFUSED', messages.coupon.unknown);
  const { lines } = await readCart(tx, now, { id: accountId, deviceId: null });
  const { problem } = await checkCoupon(tx, now, accountId, coupon.id, lines);
  if (problem !== null) throw new Problem('COUPON_REFUSED', problem);
  await attachCoupon(tx, accountId, coupon.id);
}
