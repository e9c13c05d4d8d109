import type { Product } from '#contract/shop/product.ts';

/** How many of `products` were published after `since` (ms since 1970). */
export function countSince(
  products: readonly Pick<Product, 'publishedAt'>[],
  since: number,
): number {
  return products.filter(({ publishedAt }) => Date.parse(publishedAt) > since).length;
}
