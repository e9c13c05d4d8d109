import { searchPath } from '#contract/shop/paths.ts';
import type { NearestSearch } from '#contract/shop/product.ts';
import { counted } from '#contract/wire/counted.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './corrected-searches.module.css';
import type { CardActions } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';

interface CorrectedSearchesProps {
  readonly nearest: readonly NearestSearch[];
  readonly actions: CardActions;
}

/** What may have been meant by a search that no design matches, with the best designs of each. */
export function CorrectedSearches({ nearest, actions }: CorrectedSearchesProps) {
  return nearest.map(({ text, total, products }) => (
    <section key={text} className="stack-4" aria-label={`Designs for ${text}`}>
      <h3 className={styles.title}>
        Did you mean <ShopLink to={searchPath(text)}>{text}</ShopLink>?{' '}
        <span className={styles.count}>{counted(total, 'design')}</span>
      </h3>
      <ProductGrid products={products} actions={actions} isOnly={false} />
    </section>
  ));
}
