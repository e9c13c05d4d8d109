import type { Category, FilterOptions, Product } from '../shop/product.ts';
import { limits } from '../wire/limits.ts';
import { priceToPay } from '../wire/money.ts';

/** What designs can be filtered by: categories and designers by name, and their prices. */
export function filterOptionsOf(products: readonly Product[]): FilterOptions {
  const categories = new Map<string, Category>();
  const designers = new Set<string>();
  let minPrice = Number.POSITIVE_INFINITY;
  let maxPrice = 0;
  let hasFavourites = false;
  for (const product of products) {
    for (const category of product.categories) categories.set(category._id, category);
    for (const name of product.designer) designers.add(name);
    hasFavourites ||= product.isDesignerFavourite;
    const price = priceToPay(product.price, product.discountedPrice);
    minPrice = Math.min(minPrice, price);
    maxPrice = Math.max(maxPrice, price);
  }
  const byName = (a: string, b: string) => (a < b ? -1 : 1);
  return {
    categories: [...categories.values()].sort((a, b) => byName(a.name, b.name)),
    designers: [...designers].sort(byName),
    priceRange: products.length === 0 ? { ...limits.defaultPriceRange } : { minPrice, maxPrice },
    hasFavourites,
  };
}
