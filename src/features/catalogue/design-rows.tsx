import { useCall } from '#api/use-call.ts';
import { paths } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { DesignRow, rowProducts } from './design-row.tsx';
import type { CardActions } from './product-card.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';

/** The same first query as the best sellers screen, so one answer serves both. */
const firstSellers = { query: { page: '1', limit: String(limits.searchPageSize) } };

/** A row of the newest designs, a row of the best sellers, and a row of the designs viewed last. */
export function DesignRows({ actions }: { readonly actions: CardActions }) {
  const newest = useCall('productsNewArrivals', {});
  const sellers = useCall('productsBestSelling', firstSellers);
  return (
    <>
      <DesignRow
        title="New designs"
        link="See all designs"
        to={paths.shop.path}
        products={rowProducts(newest)}
        actions={actions}
      />
      <DesignRow
        title="Best sellers"
        link="See all best sellers"
        to={paths.bestSellers.path}
        products={rowProducts(sellers)}
        actions={actions}
      />
      <RecentlyViewed actions={actions} />
    </>
  );
}
