import type { Guide } from '#contract/shop/content.ts';
import { withItems } from '#contract/shop/licence-rules.ts';
import { paths } from '#contract/shop/paths.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './licence-kinds.module.css';

interface LicenceKindsProps {
  /** Null until it is there. */
  readonly kinds: Guide['kinds'] | null;
  /** How many items a licence covers. */
  readonly items: number;
}

/** Explains who needs which licence. */
export function LicenceKinds({ kinds, items }: LicenceKindsProps) {
  return (
    <section aria-labelledby="kinds">
      <h2 id="kinds" className="visually-hidden">
        Which licence fits your shop
      </h2>
      {kinds ? (
        <ul className={styles.kinds}>
          {kinds.map(({ name, audience, needs, more }) => (
            <li key={name} className={styles.kind}>
              <h3>{name}</h3>
              <p>{audience}</p>
              <p className={styles.needs}>{withItems(needs, items)}</p>
              <p>{withItems(more, items)}</p>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height="18rem" />
      )}
      <p className={styles.note}>
        Each design you buy has its own licence page with your name on it. Find it in{' '}
        <ShopLink to={paths.myOrders.path}>your orders</ShopLink>, to print or save as PDF. For
        everything else, see our <ShopLink to={paths.terms.path}>terms and conditions</ShopLink>.
      </p>
    </section>
  );
}
