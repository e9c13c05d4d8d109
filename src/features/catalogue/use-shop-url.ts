import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { changeShop, readShopUrl, type ShopQuery, writeShopUrl } from './filter-url.ts';

export interface ShopUrl {
  /** What the URL says. */
  readonly query: ShopQuery;
  /** What the URL is about to say: controls follow at once, the cards when they are ready. */
  readonly chosen: ShopQuery;
  readonly change: (change: Partial<Omit<ShopQuery, 'page'>>) => void;
  readonly pathOf: (page: number) => string;
}

/** Filters, sort and page live in the URL; each change is an entry of the history. */
export function useShopUrl(): ShopUrl {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = readShopUrl(search);
  const [chosen, choose] = useOptimistic(query);
  return {
    query,
    chosen,
    change(change) {
      const next = changeShop(chosen, change);
      startTransition(() => {
        choose(next);
        void navigate(`${pathname}${writeShopUrl(next)}`);
      });
    },
    pathOf: (page) => `${pathname}${writeShopUrl({ ...query, page })}`,
  };
}
