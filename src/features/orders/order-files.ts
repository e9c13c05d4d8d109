import type { Order } from '#contract/shop/order.ts';
import type { DownloadFile } from './download-view.ts';

/** What the buyer of an order may download: one file or ZIP for each design. */
export function orderFiles({ items }: Pick<Order, 'items'>): readonly DownloadFile[] {
  return items
    .filter(({ downloadLink }) => downloadLink !== '')
    .map(({ downloadLink, fileName }) => ({ link: downloadLink, name: fileName }));
}
