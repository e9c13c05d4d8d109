import { type ReactNode, useId } from 'react';
import type { Product } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './design-row.module.css';
import { type CardActions, ProductCard } from './product-card.tsx';

/** On a phone all of these scroll; wider screens show as many as fit in a row. */
export const rowLength = 8;
const skeletons = [0, 1, 2, 3] as const;

interface DesignRowProps {
  readonly title: string;
  readonly link: string;
  /** Tells screen readers where the link leads; begins with the link's visible text. */
  readonly linkLabel?: string;
  readonly to: string;
  /** Null while they load. */
  readonly products: readonly Product[] | null;
  /** How many are shown at most. */
  readonly length?: number;
  /** Below the title. */
  readonly note?: ReactNode;
  /** The cards a phone has room for, in two columns: the first designs of a page. */
  readonly isGrid?: boolean;
  readonly actions: CardActions;
}

/** A titled row of cards with a link to all of them; renders nothing if there are none. */
export function DesignRow(props: DesignRowProps) {
  const { title, link, linkLabel, to, products, note, isGrid = false, actions } = props;
  const { length = isGrid ? limits.homeDesigns : rowLength } = props;
  const list = isGrid ? `card-grid ${styles.grid}` : styles.list;
  const id = useId();
  if (products?.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <ShopLink className={styles.all} to={to} aria-label={linkLabel}>
          {link}
          <Icon name="right" size={16} />
        </ShopLink>
      </div>
      {note}
      {products ? (
        <ul className={list}>
          {products.slice(0, length).map((product) => (
            <li key={product._id}>
              <ProductCard product={product} actions={actions} isFirst={isGrid} isOnly={false} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={list} role="img" aria-label="Loading designs" aria-busy="true">
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

/** The products of a row. A row that fails to load is left out, like one without designs. */
export function rowProducts({ status, data }: Asked): readonly Product[] | null {
  return data?.products ?? (status === 'rejected' ? [] : null);
}
