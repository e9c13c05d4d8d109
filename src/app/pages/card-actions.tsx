import { CardBag } from '#features/cart/card-bag.tsx';
import type { CardActions } from '#features/catalogue/product-card.tsx';
import { CardHeart } from '#features/wishlist/card-heart.tsx';
import { designNotes } from './design-notes.tsx';

/** What a card shows of its design beside the catalogue's own, on every listing. */
export const cardActions: CardActions = {
  heart: (product) => <CardHeart product={product} />,
  bag: (product) => <CardBag product={product} />,
  notes: designNotes,
};
