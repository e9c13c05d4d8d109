import type { Product, ProductPage } from '#contract/shop/product.ts';

/** What a listing screen shows now. */
export interface ListingView {
  /** `idle`: nothing was requested. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly products: readonly Product[];
  readonly totalPages: number;
  /** How many match in total; null: more than are known. */
  readonly total: number | null;
  /** What is said of `total` in place of the number of designs. */
  readonly found?: string | undefined;
  /** Where only the designs on this device were looked through: how many these are. */
  readonly among?: ProductPage['among'];
  readonly retry: () => void;
}

interface Page {
  readonly products: readonly Product[];
  readonly totalPages: number;
  readonly total: number | null;
  readonly among?: ProductPage['among'];
}

interface Asked {
  readonly status: 'uninitialized' | 'pending' | 'fulfilled' | 'rejected';
  readonly refetch: () => Promise<unknown>;
}

/** Whether nothing matches. */
export function isEmptyListing({ status, totalPages }: ListingView): boolean {
  return status === 'ready' && totalPages === 0;
}

/** A page that has loaded stays visible, whatever happens to a later request. */
export function listingView(page: Page | undefined, asked: Asked): ListingView {
  const retry = () => void asked.refetch();
  if (page) return { status: 'ready', ...page, retry };
  const status =
    asked.status === 'rejected' ? 'failed' : asked.status === 'uninitialized' ? 'idle' : 'loading';
  return { status, products: [], totalPages: 0, total: null, retry };
}
