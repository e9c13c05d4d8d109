import type { ListingView } from './listing-view.ts';

/** The part of the shop that was looked through, if not all of it is on this device. */
function amongText({ stored, published }: NonNullable<ListingView['among']>): string {
  const [part, all] = [stored, published].map((count) => count.toLocaleString('en-US'));
  return ` · only the newest ${part} of ${all} designs are on this device`;
}

/** How many designs a listing has, on which page, and of how many. */
export function countText({ total, totalPages, among }: ListingView, page: number): string {
  if (total === null) return `Page ${page} of ${totalPages}`;
  const where = totalPages > 1 ? ` · page ${page} of ${totalPages}` : '';
  return `${total} ${total === 1 ? 'design' : 'designs'}${where}${among ? amongText(among) : ''}`;
}
