import { useCall } from '#api/use-call.ts';
import { type Collection, collectionAt } from '#contract/shop/collection.ts';
import type { Product } from '#contract/shop/product.ts';
import type { Among } from './count-text.ts';

/** `products` is null while they load; `missing`: the shop has no such collection (any more). */
export type CollectionState =
  | {
      readonly status: 'ready';
      readonly collection: Collection;
      readonly products: readonly Product[] | null;
      /** If this device, which has a part of the shop, lacks some of them: how large that part is. */
      readonly among: Among | undefined;
    }
  | { readonly status: 'loading' }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly retry: () => Promise<unknown> };

export function useCollection(slug: string): CollectionState {
  const all = useCall('collections', {});
  const collection = all.data && collectionAt(all.data.collections, slug);
  const chosen = useCall(
    'productsChosen',
    collection ? { query: { ids: collection.productIds.join() } } : null,
    { keepsPrevious: true },
  );
  if (all.data && !collection) return { status: 'missing' };
  if (!collection) {
    return all.status === 'rejected'
      ? { status: 'failed', retry: all.refetch }
      : { status: 'loading' };
  }
  if (!chosen.data && chosen.status === 'rejected') {
    return { status: 'failed', retry: chosen.refetch };
  }
  const products = chosen.data?.products ?? null;
  const isPart = products !== null && products.length < collection.productIds.length;
  const among = isPart ? chosen.data?.among : undefined;
  return { status: 'ready', collection, products, among };
}

/** The collections that a design is in: none if they can't be loaded, undefined while they load. */
export function useCollectionsWith(productId: string): readonly Collection[] | undefined {
  const { data, status } = useCall('collections', {});
  if (!data) return status === 'rejected' ? [] : undefined;
  return data.collections.filter(({ productIds }) => productIds.includes(productId));
}
