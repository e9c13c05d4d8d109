import { limits } from '#contract/limits.ts';
import { createListing } from '#contract/listing.ts';
import type { Product } from '#contract/product.ts';
import type { Sort } from '#contract/sort.ts';

/** What the shelf's controls say. */
export interface ShelfChoice {
  /** Ids; empty: all of them. */
  readonly categories: readonly string[];
  readonly designers: readonly string[];
  /** Dollars; at the slider's end any price will do. */
  readonly maxPrice: number;
  readonly sort: Sort;
}

const { minPrice, maxPrice } = limits.licencePageRange;

export const everything: ShelfChoice = { categories: [], designers: [], maxPrice, sort: 'newest' };

/** Whether the slider leaves every price in. */
export function isAnyPrice(choice: Pick<ShelfChoice, 'maxPrice'>): boolean {
  return choice.maxPrice >= maxPrice;
}

/** The designs that fit, in the chosen order. */
export function arrangeShelf(products: readonly Product[], choice: ShelfChoice): Product[] {
  return createListing(products).page({
    category: choice.categories,
    designer: choice.designers,
    ...(!isAnyPrice(choice) && { maxPrice: Math.max(choice.maxPrice, minPrice) }),
    sort: choice.sort,
    page: 1,
    limit: products.length + 1,
  }).products;
}

export interface ShelfOptions {
  readonly categories: readonly { readonly value: string; readonly label: string }[];
  readonly designers: readonly string[];
}

/** The categories and designers of what stands on the shelf, by name. */
export function shelfOptions(products: readonly Product[]): ShelfOptions {
  const categories = new Map(
    products.flatMap((product) => product.categories.map(({ _id, name }) => [_id, name] as const)),
  );
  return {
    categories: [...categories]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en')),
    designers: [...new Set(products.flatMap(({ designer }) => designer))].sort(),
  };
}
