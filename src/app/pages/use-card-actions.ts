import type { Product } from '#contract/product.ts';

/** What cards and the details page can do with a design. */
export function useCardActions(): { readonly onAddToCart: (product: Product) => void } {
  return { onAddToCart: () => {} };
}
