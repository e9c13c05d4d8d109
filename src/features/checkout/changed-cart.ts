import * as v from 'valibot';
import { type Cart, cartSchema } from '#contract/shop/cart.ts';
import type { ApiError } from '#contract/wire/api-error.ts';
import { cartAnswer } from '#offline/outbox/product-snapshot.ts';
import { type CartChange, cartChanges } from '#offline/views/cart-changes.ts';
import type { CartView } from '#offline/views/cart-view.ts';

/** The cart differs from what was shown: the changes, and the cart as it is now. */
export interface Difference {
  readonly changes: readonly CartChange[];
  /** The coupon code that was shown and no longer applies. */
  readonly lostCoupon: string | null;
  readonly cart: Cart;
}

/** The cart that comes with a refusal because of its price; null if none does. */
export function changedCart({ problem }: ApiError): Cart | null {
  const changed = v.safeParse(cartSchema, problem?.cart);
  return changed.success ? changed.output : null;
}

/** How `cart` differs from the cart and total (in dollars) that the buyer has read; null if it doesn't. */
export function differenceOf(
  read: Pick<CartView, 'lines' | 'appliedCoupon'>,
  cart: Cart,
  expectedTotal: number,
): Difference | null {
  const changes = cartChanges(read.lines, cartAnswer(cart, new Date().toISOString()).lines);
  if (changes.length === 0 && cart.totalPrice === expectedTotal) return null;
  const lostCoupon = cart.appliedCoupon ? null : (read.appliedCoupon?.code ?? null);
  return { changes, lostCoupon, cart };
}
