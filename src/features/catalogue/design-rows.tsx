import { useCall } from '#api/use-call.ts';
import { paths } from '#contract/shop/paths.ts';
import { DesignRow, rowProducts } from './design-row.tsx';
import { useFirstDesigns } from './first-designs.tsx';
import type { CardActions } from './product-card.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';

const bestSellers = {
  title: 'Best sellers',
  link: 'See all best sellers',
  to: paths.bestSellers.path,
};
const newest = { title: 'New designs', link: 'See all designs', to: paths.shop.path };

interface RowProps {
  readonly actions: CardActions;
}

/** What the home page begins with: the best sellers, or the newest designs while few have been sold. */
export function FirstRow({ actions }: RowProps) {
  const { isFewSold, first } = useFirstDesigns();
  const row = isFewSold ? newest : bestSellers;
  return <DesignRow {...row} products={rowProducts(first)} isGrid actions={actions} />;
}

/** The other of the two rows, and the designs viewed last. */
export function DesignRows({ actions }: RowProps) {
  const { isFewSold, sellers } = useFirstDesigns();
  const arrivals = useCall('productsNewArrivals', isFewSold ? null : {});
  const row = isFewSold ? bestSellers : newest;
  const products = rowProducts(isFewSold ? sellers : arrivals);
  return (
    <>
      <DesignRow {...row} products={products} actions={actions} />
      <RecentlyViewed actions={actions} />
    </>
  );
}
