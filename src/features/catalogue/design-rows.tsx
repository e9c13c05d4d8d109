import { useCall } from '#api/use-call.ts';
import { paths } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { DesignRow, rowProducts } from './design-row.tsx';
import type { CardActions } from './product-card.tsx';

/** As the screen of best sellers asks first: one answer serves both. */
const firstSellers = { query: { page: '1', limit: String(limits.searchPageSize) } };

/** The newest designs and those that sold most, a row each. */
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
    </>
  );
}
