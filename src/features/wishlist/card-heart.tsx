import type { Product } from '#contract/shop/product.ts';
import { Heart } from './heart.tsx';
import { saveWish } from './save-wish.ts';

/** A card's heart: fills at once, and empties again if the design can't be saved (P16). */
export function CardHeart({ product }: { readonly product: Product }) {
  return <Heart product={product} onSave={() => void saveWish(product, 'card')} />;
}
