import { useCall } from '#api/use-call.ts';
import { customRequestPath, searchPath } from '#contract/shop/paths.ts';
import type { NearestSearch } from '#contract/shop/product.ts';
import { LinkButton } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './other-searches.module.css';
import type { CardActions } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';

interface OtherSearchesProps {
  readonly nearest: readonly NearestSearch[];
  readonly actions: CardActions;
}

/** Shown when a search finds nothing: similar searches with their results, and the offer of a custom design. */
export function OtherSearches({ nearest, actions }: OtherSearchesProps) {
  const isCustomOpen = useCall('customStatus', {}).data?.status === 'On';
  return (
    <div className={styles.others}>
      {nearest.map(({ text, total, products }) => (
        <section key={text} className={styles.search} aria-label={`Designs for ${text}`}>
          <h3 className={styles.title}>
            Did you mean <ShopLink to={searchPath(text)}>{text}</ShopLink>?{' '}
            <span className={styles.count}>
              {total} {total === 1 ? 'design' : 'designs'}
            </span>
          </h3>
          <ProductGrid products={products} actions={actions} isOnly={false} />
        </section>
      ))}
      <section className={styles.custom} aria-labelledby="custom-instead">
        <h3 id="custom-instead" className={styles.title}>
          Not in the shop yet?
        </h3>
        {isCustomOpen ? (
          <>
            <p>We draw custom designs. Tell us what you have in mind.</p>
            <LinkButton variant="paper" to={customRequestPath}>
              Request a custom design
            </LinkButton>
          </>
        ) : (
          <p>We draw custom designs, but we aren't taking requests right now.</p>
        )}
      </section>
    </div>
  );
}
