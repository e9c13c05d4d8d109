import { useCall } from '#api/use-call.ts';
import { paths } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { DesignRow, rowProducts } from './design-row.tsx';
import { firstSellers } from './first-designs.tsx';
import type { CardActions } from './product-card.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';

interface RowProps {
  readonly actions: CardActions;
}

/** The best sellers and the newest designs: the newest come first while few designs have been sold. */
function HomeRow({ isFirst, actions }: RowProps & { readonly isFirst: boolean }) {
  const sellers = rowProducts(useCall('productsBestSelling', firstSellers));
  const isFewSold = sellers !== null && sellers.length < limits.homeDesigns;
  const isNewest = isFewSold === isFirst;
  const newest = rowProducts(useCall('productsNewArrivals', isNewest ? {} : null));
  const row = isNewest
    ? { title: 'New designs', link: 'See all designs', to: paths.shop.path, products: newest }
    : {
        title: 'Best sellers',
        link: 'See all best sellers',
        to: paths.bestSellers.path,
        products: sellers,
      };
  return <DesignRow {...row} isGrid={isFirst} actions={actions} />;
}

/** What the home page begins with. */
export function FirstRow({ actions }: RowProps) {
  return <HomeRow isFirst actions={actions} />;
}

/** The other of the two rows, and the designs viewed last. */
export function DesignRows({ actions }: RowProps) {
  return (
    <>
      <HomeRow isFirst={false} actions={actions} />
      <RecentlyViewed actions={actions} />
    </>
  );
}
