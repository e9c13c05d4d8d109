import type { ProductPage } from '#contract/shop/product.ts';
import { counted, grouped } from '#contract/wire/counted.ts';
import type { ListingView } from './listing-view.ts';

export type Among = NonNullable<ProductPage['among']>;

/** Of how many designs an answer was chosen, as not all of the shop is on this device. */
export function amongText({ stored, published }: Among): string {
  return `only the newest ${grouped(stored)} of ${counted(published, 'design')} are on this device`;
}

/** How many designs a listing has, on which page, and of how many if not all of the shop is on this device. */
export function countText({ total, found, totalPages, among }: ListingView, page: number): string {
  if (total === null) return `Page ${page} of ${totalPages}`;
  const where = totalPages > 1 ? ` · page ${page} of ${totalPages}` : '';
  const part = among ? ` · ${amongText(among)}` : '';
  return (found ?? counted(total, 'design')) + where + part;
}

/** What the button says that closes the filters and shows the listing. */
export function showText({ status, total }: Pick<ListingView, 'status' | 'total'>): string {
  return status === 'ready' && total !== null ? `Show ${counted(total, 'design')}` : 'Show designs';
}
