import { PictureNote } from '#ui/picture-note.tsx';
import { useInCart } from './use-in-cart.ts';

/** A note on a design's picture that it is in the cart. */
export function InCartNote({ productId }: { readonly productId: string }) {
  return useInCart(productId) ? <PictureNote>In your cart</PictureNote> : null;
}
