import { CardBag } from '#features/cart/card-bag.tsx';
import { InCartNote } from '#features/cart/in-cart-note.tsx';
import type { CardActions } from '#features/catalogue/product-card.tsx';
import { BoughtNote } from '#features/orders/bought-note.tsx';
import { CardHeart } from '#features/wishlist/card-heart.tsx';

/** What a card shows of its design beside the catalogue's own, on every listing. */
export const cardActions: CardActions = {
  heart: (product) => <CardHeart product={product} />,
  bag: (product) => <CardBag product={product} />,
  notes: ({ _id }) => (
    <>
      <BoughtNote productId={_id} />
      <InCartNote productId={_id} />
    </>
  ),
};
