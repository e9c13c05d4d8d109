import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { changeShop, readShopUrl, type ShopQuery, writeShopUrl } from './filter-url.ts';

export interface ShopUrl {
  readonly query: ShopQuery;
  /** The query the URL is about to have: controls react at once, the cards when they are ready. */
  readonly chosen: ShopQuery;
  readonly change: (change: Partial<Omit<ShopQuery, 'page'>>) => void;
  readonly pathOf: (page: number) => string;
}

/** Keeps filters, sort and page in the URL; each change adds a history entry. */
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
