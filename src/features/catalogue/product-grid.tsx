import { startTransition, useEffect, useState } from 'react';
import type { Product } from '#contract/shop/product.ts';
import { afterFrame } from '#ui/after-frame.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { type CardActions, ProductCard } from './product-card.tsx';
import styles from './product-grid.module.css';

/** Cards in the first row of the widest grid. */
const firstRow = 4;

interface ProductGridProps {
  readonly products: readonly Product[];
  readonly actions: CardActions;
  /** As in `ProductCard`. */
  readonly isOnly?: boolean;
}

/** Cards that fill the first view; a phone shows few and renders slowly. */
const firstCards = () => (innerWidth < 720 ? 4 : 8);
let isFirstGrid = true;

/**
 * The first grid of a document renders the cards in view, and the others when the browser is idle. Later
 * grids, such as after Back, render all cards at once, so that they have their full height.
 */
function useCardsToShow(): number {
  const [count, setCount] = useState(() => (isFirstGrid ? firstCards() : Number.POSITIVE_INFINITY));
  useEffect(() => {
    isFirstGrid = false;
    return afterFrame(() => startTransition(() => setCount(Number.POSITIVE_INFINITY)));
  }, []);
  return count;
}

export function ProductGrid({ products, actions, isOnly = true }: ProductGridProps) {
  const count = useCardsToShow();
  return (
    <ul className="card-grid">
      {products.slice(0, count).map((product, place) => (
        <li key={product._id} className={styles.cell}>
          <ProductCard
            product={product}
            actions={actions}
            isFirst={place < firstRow}
            isOnly={isOnly}
          />
        </li>
      ))}
    </ul>
  );
}

/** Placeholder cards of the real cards' size, shown while those load. */
export function SkeletonGrid({ count }: { readonly count: number }) {
  return (
    <div className="card-grid" role="img" aria-label="Loading designs" aria-busy="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={place} className={styles.paper} data-skeleton>
          <Skeleton className={styles.picture} />
          <div className={styles.lines}>
            <Skeleton width="80%" height="1.25rem" />
            <Skeleton width="50%" height="1.25rem" />
            <Skeleton width="35%" height="2.75rem" />
          </div>
        </div>
      ))}
    </div>
  );
}
