import { useEffect, useState } from 'react';
import type { CartView } from '#offline/views/cart-view.ts';

/** A higher total shown for less than this, in ms, counts as not read yet. */
const readMs = 1000;

/**
 * The cart as the buyer has had time to read it, which Create Order agrees to. A cart that became dearer
 * just before the press counts as not seen.
 */
export function useReadCart(cart: CartView): CartView {
  const [read, setRead] = useState(cart);
  const isUnread = read.lines.length > 0 && cart.totals.total > read.totals.total;
  if (!isUnread && read !== cart) setRead(cart);
  useEffect(() => {
    if (!isUnread) return;
    const timer = setTimeout(() => setRead(cart), readMs);
    return () => clearTimeout(timer);
  }, [isUnread, cart]);
  return isUnread ? read : cart;
}
