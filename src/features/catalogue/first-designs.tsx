import { useCall } from '#api/use-call.ts';
import { firstNewest } from '#contract/shop/first-requests.ts';
import { imageSizes } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { PaperImage } from '#ui/paper-image.tsx';
import styles from './design-row.module.css';

const firstSellers = { query: { page: '1', limit: String(limits.homeDesigns) } };

/** The designs that the home page begins with, the answers of which its document carries. */
export function useFirstDesigns() {
  const sellers = useCall('productsBestSelling', firstSellers);
  const sold = sellers.data?.products.length ?? (sellers.status === 'rejected' ? 0 : null);
  const isFewSold = sold !== null && sold < limits.homeDesigns;
  const newest = useCall('productsFilter', isFewSold ? firstNewest : null);
  return { isFewSold, sellers, first: isFewSold ? newest : sellers };
}

/** The pictures of the first designs where their cards will be, until the cards' code has loaded. */
export function FirstDesigns() {
  const products = useFirstDesigns().first.data?.products;
  return (
    <div aria-hidden="true">
      <div className={styles.head} />
      <ul className={`card-grid ${styles.grid}`}>
        {Array.from({ length: limits.homeDesigns }, (_, place) => {
          const image = products?.[place]?.images[0];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never move
            <li key={place} className={styles.begun}>
              {image && (
                <PaperImage
                  className={styles.picture}
                  image={image}
                  alt=""
                  sizes={imageSizes.card}
                  isFirst
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
