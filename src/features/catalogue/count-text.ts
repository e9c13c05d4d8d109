import type { ListingView } from './listing-view.ts';

/** With thousands grouped. Only then, because the first `Intl.NumberFormat` of a page takes a phone 0.1 s. */
function grouped(count: number): string {
  return count < 1000 ? String(count) : count.toLocaleString('en-US');
}

/** How many designs a listing has, on which page, and of how many if not all of the shop is on this device. */
export function countText({ total, totalPages, among }: ListingView, page: number): string {
  if (total === null) return `Page ${page} of ${totalPages}`;
  const count = `${grouped(total)} ${total === 1 ? 'design' : 'designs'}`;
  const where = totalPages > 1 ? ` · page ${page} of ${totalPages}` : '';
  const part = among
    ? ` · only the newest ${grouped(among.stored)} of ${grouped(among.published)} designs are on this device`
    : '';
  return count + where + part;
}
