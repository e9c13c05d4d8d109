import { CardBag } from '#features/cart/card-bag.tsx';
import type { CardActions } from '#features/catalogue/product-card.tsx';
import { CardHeart } from '#features/wishlist/card-heart.tsx';
import { designNotes } from './design-notes.tsx';

/** The parts of a card from other features than the catalogue, on every listing. */
export const cardActions: CardActions = {
  heart: (product) => <CardHeart product={product} />,
  bag: (product) => <CardBag product={product} />,
  notes: designNotes,
};
