import { startTransition, useEffect, useState } from 'react';
import type { Product } from '#contract/shop/product.ts';
import { afterFrame } from '#ui/after-frame.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { type CardActions, ProductCard } from './product-card.tsx';
import styles from './product-grid.module.css';

/** Cards of the widest grid's first row. */
const firstRow = 4;

interface ProductGridProps {
  readonly products: readonly Product[];
  readonly actions: CardActions;
  /** As `ProductCard`'s. */
  readonly isOnly?: boolean;
}

/** Cards that fill the first view; a phone shows few and draws slowly. */
const firstCards = () => (innerWidth < 720 ? 4 : 8);
let isFirstGrid = true;

/**
 * The first grid of a document paints the cards in view, then the others when nothing more urgent
 * is to be done; later grids, such as after Back, stand at once at their full height.
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

/** Paper cards of the real ones' size, while those are on their way. */
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
