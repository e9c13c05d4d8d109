import { useEffect, useState } from 'react';
import type { Order } from '#contract/shop/order.ts';
import { boughtFilesPath } from '#contract/shop/own-paths.ts';
import { device } from '#offline/open-device.ts';
import type { ListedRequest } from '#offline/views/sync-view.ts';

/** A bought design that a review is about. */
export interface Reviewed {
  readonly title: string;
  /** Where the review is, in the order of the design. */
  readonly path: string;
}

/** Finds what a review is about in the orders that are saved on this device; null: it isn't a review, or isn't there. */
export function useReviewed(): (request: ListedRequest) => Reviewed | null {
  const [orders, setOrders] = useState<readonly Order[]>([]);
  useEffect(() => device().watchCopy('orders', (saved) => setOrders(saved?.orders ?? [])), []);
  return ({ about }) => {
    if (about?.kind !== 'review') return null;
    for (const { _id, items } of orders) {
      const item = items.find(({ productId }) => productId === about.id);
      if (item) return { title: item.productName, path: boughtFilesPath(_id, about.id) };
    }
    return null;
  };
}
