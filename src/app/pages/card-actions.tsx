import { addToCart } from '#features/cart/add-to-cart.ts';
import type { CardActions } from '#features/catalogue/product-card.tsx';
import { CardHeart } from '#features/wishlist/card-heart.tsx';

/** What a card can do with its design, on every listing. */
export const cardActions: CardActions = {
  onAddToCart: (product) => void addToCart(product, 'card'),
  heart: (product) => <CardHeart product={product} />,
};
