import type { ClothView } from '#contract/shop/cloth-view.ts';
import type { Product } from '#contract/shop/product.ts';
import { device } from '#offline/open-device.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';

/**
 * Keeps how a buyer looks at a design with its lines in cart and wishlist. A design in neither is put on the
 * wishlist. The toast comes once the device has stored it, whatever the network does.
 */
export async function keepView(product: Product, view: ClothView): Promise<void> {
  const isInCart = device()
    .cart()
    .lines.some(({ productId }) => productId === product._id);
  const isWished = device().wishlist().ids.has(product._id);
  const places = [isInCart && 'cart', (isWished || !isInCart) && 'wishlist'].filter(Boolean);
  let opId = '';
  try {
    if (isInCart) opId = await device().addToCart(product, view);
    if (isWished || !isInCart) opId = await device().wish(product, view);
  } catch {
    toast.error('The view couldn’t be kept. Please try again.');
    return;
  }
  toast.success(`View kept in your ${places.join(' and ')}`, {
    id: opId,
    detail: unsentNote(device().cart()),
  });
}
