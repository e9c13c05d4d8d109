import { PictureNote } from '#ui/picture-note.tsx';
import { useInCart } from './use-in-cart.ts';

/** Says on a design's picture that the cart holds it. */
export function InCartNote({ productId }: { readonly productId: string }) {
  return useInCart(productId) ? <PictureNote>In your cart</PictureNote> : null;
}
