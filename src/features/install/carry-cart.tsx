import { useSyncExternalStore } from 'react';
import { carryPath } from '#contract/shop/carried-lists.ts';
import { device } from '#offline/open-device.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import styles from './install-hint.module.css';

/** Copies the address that carries a visitor's cart and wishlist into the app, which can't see what Safari stores. */
export function CarryCart() {
  const cart = useSyncExternalStore(device().watchCart, device().cart);
  const wishlist = useSyncExternalStore(device().watchWishlist, device().wishlist);
  const [inCart, wished] = [cart, wishlist].map(({ lines }) => lines.map((line) => line.productId));
  if (!inCart || !wished || cart.accountId !== null || inCart.length + wished.length === 0) {
    return null;
  }

  async function copy(): Promise<void> {
    try {
      const path = carryPath({ cart: inCart ?? [], wishlist: wished ?? [] });
      await navigator.clipboard.writeText(location.origin + path);
      toast.success('Copied. In the app, open the cart and paste it.');
    } catch {
      toast.error('It couldn’t be copied. Sign in here and in the app: your cart is then at both.');
    }
  }

  return (
    <div className={styles.aside}>
      <p>The app starts with an empty cart: it can’t see Safari’s.</p>
      <Button variant="paper" onClick={() => void copy()}>
        Copy my cart
      </Button>
    </div>
  );
}
