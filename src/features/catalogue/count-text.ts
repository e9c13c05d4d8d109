import type { ProductPage } from '#contract/shop/product.ts';
import type { ListingView } from './listing-view.ts';

export type Among = NonNullable<ProductPage['among']>;

/** A number with thousands grouped. Only then, because the first `Intl.NumberFormat` of a page takes a phone 0.1 s. */
function grouped(count: number): string {
  return count < 1000 ? String(count) : count.toLocaleString('en-US');
}

/** "1 design" or "12,345 designs". */
function designsText(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'design' : 'designs'}`;
}

/** Of how many designs an answer was chosen, as not all of the shop is on this device. */
export function amongText({ stored, published }: Among): string {
  return `only the newest ${grouped(stored)} of ${designsText(published)} are on this device`;
}

/** How many designs a listing has, on which page, and of how many if not all of the shop is on this device. */
export function countText({ total, totalPages, among }: ListingView, page: number): string {
  if (total === null) return `Page ${page} of ${totalPages}`;
  const where = totalPages > 1 ? ` · page ${page} of ${totalPages}` : '';
  const part = among ? ` · ${amongText(among)}` : '';
  return designsText(total) + where + part;
}

/** What the button says that closes the filters and shows the listing. */
export function showText({ status, total }: Pick<ListingView, 'status' | 'total'>): string {
  return status === 'ready' && total !== null ? `Show ${designsText(total)}` : 'Show designs';
}
