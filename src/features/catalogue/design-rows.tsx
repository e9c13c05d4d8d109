import { useCall } from '#api/use-call.ts';
import { paths } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { DesignRow, rowProducts } from './design-row.tsx';
import { firstSellers } from './first-designs.tsx';
import type { CardActions } from './product-card.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';

interface RowProps {
  readonly isGrid?: boolean;
  readonly actions: CardActions;
}

function BestSellers(props: RowProps) {
  const sellers = useCall('productsBestSelling', firstSellers);
  return (
    <DesignRow
      title="Best sellers"
      link="See all best sellers"
      to={paths.bestSellers.path}
      products={rowProducts(sellers)}
      {...props}
    />
  );
}

function NewDesigns(props: RowProps) {
  const newest = useCall('productsNewArrivals', {});
  return (
    <DesignRow
      title="New designs"
      link="See all designs"
      to={paths.shop.path}
      products={rowProducts(newest)}
      {...props}
    />
  );
}

/** Whether so few designs have been sold that the home page begins with the newest. */
function useFewSold(): boolean {
  const sold = rowProducts(useCall('productsBestSelling', firstSellers));
  return sold !== null && sold.length < limits.homeDesigns;
}

/** What the home page begins with: the best sellers. */
export function FirstRow({ actions }: RowProps) {
  return useFewSold() ? (
    <NewDesigns isGrid actions={actions} />
  ) : (
    <BestSellers isGrid actions={actions} />
  );
}

/** A row of the newest designs, or of the best sellers if the newest come first, and a row of the designs viewed last. */
export function DesignRows({ actions }: RowProps) {
  return (
    <>
      {useFewSold() ? <BestSellers actions={actions} /> : <NewDesigns actions={actions} />}
      <RecentlyViewed actions={actions} />
    </>
  );
}
