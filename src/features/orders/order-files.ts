import type { Order } from '#contract/shop/order.ts';
import type { DownloadFile } from './download-view.ts';

/** The buyer's downloads of an order: one file or ZIP per design. */
export function orderFiles({ items }: Pick<Order, 'items'>): readonly DownloadFile[] {
  return items
    .filter(({ downloadLink }) => downloadLink !== '')
    .map(({ downloadLink, fileName }) => ({ link: downloadLink, name: fileName }));
}
