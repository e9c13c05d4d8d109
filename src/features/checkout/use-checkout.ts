import { useState } from 'react';
import type { ApiError } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { changedCart, type Difference, differenceOf } from './changed-cart.ts';
import type { CreateRequest } from './create-order.ts';
import { isForDesigns } from './placed-order.ts';
import { refreshTexts, useOrdering } from './use-ordering.ts';

/** The designs that a cart would order: those still sold. */
export function orderedIds(cart: CartView): readonly string[] {
  return cart.lines.filter((line) => line.snapshot.isAvailable).map((line) => line.productId);
}

/** Differences are shown against `read`, the cart as its buyer has read it. */
export function useCheckout(cart: CartView, read: CartView) {
  const [difference, setDifference] = useState<Difference | null>(null);

  /** Shows what changed meanwhile. If only the terms or the licence changed, there is no difference in the cart to show. */
  function showDifference(error: ApiError, { expectedTotal }: CreateRequest): void {
    const changed = changedCart(error);
    if (!changed) return;
    const found = differenceOf(read, changed, expectedTotal);
    setDifference(found);
    if (!found) refreshTexts();
    void device().sync();
  }

  const ordering = useOrdering({
    isOutdated: (placed) => cart.isLoaded && !isForDesigns(placed, orderedIds(cart)),
    outdatedText: 'Your cart has changed since this order was created. Please create it again.',
    onChanged: showDifference,
    onCreated: () => setDifference(null),
  });
  return { ...ordering, difference };
}
