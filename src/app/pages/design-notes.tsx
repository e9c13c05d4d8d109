import type { Product } from '#contract/shop/product.ts';
import { InCartNote } from '#features/cart/in-cart-note.tsx';
import { BoughtNote } from '#features/orders/bought-note.tsx';

/** Short facts about a design and this buyer: bought before, in the cart. */
export function designNotes({ _id }: Product) {
  return (
    <>
      <BoughtNote productId={_id} />
      <InCartNote productId={_id} />
    </>
  );
}
