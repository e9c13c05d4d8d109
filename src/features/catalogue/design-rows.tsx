import { useId } from 'react';
import { useCall } from '#api/use-call.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import type { Product } from '#contract/product.ts';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './design-rows.module.css';
import { type CardActions, ProductCard } from './product-card.tsx';

/** A row scrolls through these on a phone; wider screens show as many as fit beside each other. */
const mostCards = 8;
const skeletons = [0, 1, 2, 3] as const;
/** As the screen of best sellers asks first: one answer serves both. */
const firstSellers = { query: { page: '1', limit: String(limits.searchPageSize) } };

interface RowProps {
  readonly title: string;
  readonly link: string;
  readonly to: string;
  /** Null while they load. */
  readonly products: readonly Product[] | null;
  readonly actions: CardActions;
}

function Row({ title, link, to, products, actions }: RowProps) {
  const id = useId();
  if (products?.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <ShopLink className={styles.all} to={to}>
          {link}
          <Icon name="right" size={16} />
        </ShopLink>
      </div>
      {products ? (
        <ul className={styles.list}>
          {products.slice(0, mostCards).map((product) => (
            <li key={product._id}>
              <ProductCard product={product} actions={actions} isFirst={false} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.list} role="img" aria-label="Loading designs" aria-busy="true">
          {skeletons.map((place) => (
            <Skeleton key={place} className={styles.paper} />
          ))}
        </div>
      )}
    </section>
  );
}

interface Asked {
  readonly status: string;
  readonly data?: { readonly products: readonly Product[] } | undefined;
}

/** A row that can't be loaded is left out, as one without designs. */
function productsOf({ status, data }: Asked): readonly Product[] | null {
  return data?.products ?? (status === 'rejected' ? [] : null);
}

/** The newest designs and those that sold most, a row each. */
export function DesignRows({ actions }: { readonly actions: CardActions }) {
  const newest = useCall('productsNewArrivals', {});
  const sellers = useCall('productsBestSelling', firstSellers);
  return (
    <>
      <Row
        title="New designs"
        link="See all designs"
        to={paths.shop.path}
        products={productsOf(newest)}
        actions={actions}
      />
      <Row
        title="Best sellers"
        link="See all best sellers"
        to={paths.bestSellers.path}
        products={productsOf(sellers)}
        actions={actions}
      />
    </>
  );
}
