import type { Product } from '#contract/product.ts';
import { type AddPlace, addToCart } from '#features/cart/add-to-cart.ts';

/** What cards and the details page can do with a design. */
export function useCardActions(place: AddPlace): {
  readonly onAddToCart: (product: Product) => void;
} {
  return { onAddToCart: (product) => void addToCart(product, place) };
}
