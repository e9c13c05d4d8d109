import type { Product } from '#contract/shop/product.ts';

/** What a listing screen has to show now. */
export interface ListingView {
  /** `idle`: nothing was asked for. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly products: readonly Product[];
  readonly totalPages: number;
  /** How many match in all; null: more than are known. */
  readonly total: number | null;
  readonly retry: () => void;
}

interface Page {
  readonly products: readonly Product[];
  readonly totalPages: number;
  readonly total: number | null;
}

interface Asked {
  readonly status: 'uninitialized' | 'pending' | 'fulfilled' | 'rejected';
  readonly refetch: () => Promise<unknown>;
}

/** A page that is there is shown, whatever became of a later question. */
export function listingView(page: Page | undefined, asked: Asked): ListingView {
  const retry = () => void asked.refetch();
  if (page) return { status: 'ready', ...page, retry };
  const status =
    asked.status === 'rejected' ? 'failed' : asked.status === 'uninitialized' ? 'idle' : 'loading';
  return { status, products: [], totalPages: 0, total: null, retry };
}
