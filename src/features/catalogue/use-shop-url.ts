import { changeShop, readShopUrl, type ShopQuery, writeShopUrl } from './filter-url.ts';
import { useUrlState } from './use-url-state.ts';

export interface ShopUrl {
  readonly query: ShopQuery;
  /** The query the URL is about to have. */
  readonly chosen: ShopQuery;
  readonly change: (change: Partial<Omit<ShopQuery, 'page'>>) => void;
  readonly pathOf: (page: number) => string;
}

/** Keeps filters, sort and page in the URL. */
export function useShopUrl(): ShopUrl {
  const { value, chosen, go, pathOf } = useUrlState(readShopUrl, writeShopUrl);
  return {
    query: value,
    chosen,
    change: (change) => go(changeShop(chosen, change)),
    pathOf: (page) => pathOf({ ...value, page }),
  };
}
