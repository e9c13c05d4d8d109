import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import type { CallInput } from '#contract/shop/calls.ts';
import { couponKey } from '../../coupons/coupon-rules.ts';
import { tryCode } from '../../coupons/try-code.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import { spend } from '../../platform/http/limit.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { serveShop } from '../../platform/sign-in/serve-shop.ts';
import { cartKind, listId } from '../product-list.ts';
import { attachCoupon, checkCoupon, detachCoupon } from './cart-coupon.ts';
import { readCart } from './queries.ts';

/** More tries than a buyer with a handful of codes needs, too few to guess one. */
const accountLimit = { count: 20, windowMs: 600_000 };

export function couponRoutes(app: Hono, services: Services): void {
  const { database } = services;

  serveShop(app, services, 'couponApply', async ({ account, address, body }) => {
    ownCartOnly(account.id, body.cartId);
    await spend(services, `coupon:account:${account.id}`, accountLimit);
    const message = await tryCode(services, address, () =>
      makeChange(services, (change) => applyCoupon(change, account.id, body)),
    );
    return { message };
  });

  serveShop(app, services, 'couponRemove', async ({ account, body }) => {
    ownCartOnly(account.id, body.cartId);
    await database.write((tx) => detachCoupon(tx, account.id));
    return { message: messages.coupon.removed };
  });
}

function ownCartOnly(accountId: string, cartId: string): void {
  if (cartId !== listId(cartKind, accountId)) {
    throw new Problem('NOT_FOUND', 'This cart doesn’t exist.');
  }
}

/**
 * Puts a code on the cart if it applies, or will once the cart has what it needs and the buyer wants to wait for that.
 * Nothing is reserved before Create Order. Returns what to tell the buyer.
 * @throws COUPON_REFUSED
 */
async function applyCoupon(
  { tx, now }: Change,
  accountId: string,
  { code, isForLater }: CallInput<'couponApply'>['body'],
): Promise<string> {
  const coupon = await tx
    .selectFrom('coupons')
    .select('id')
    .where('codeKey', '=', couponKey(code))
    .executeTakeFirst();
  if (!coupon) throw new Problem('COUPON_REFUSED', messages.coupon.unknown);
  const { lines } = await readCart(tx, now, { id: accountId, deviceId: null });
  const { problem, refusal } = await checkCoupon(tx, now, accountId, coupon.id, lines);
  const refused = isForLater ? refusal : problem;
  if (refused !== null) throw new Problem('COUPON_REFUSED', refused);
  await attachCoupon(tx, accountId, coupon.id);
  return problem === null ? messages.coupon.applied : messages.coupon.forLater;
}
