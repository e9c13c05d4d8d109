import { useCall } from '#api/use-call.ts';
import { imageSizes } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { PaperImage } from '#ui/paper-image.tsx';
import styles from './design-row.module.css';

/** The call whose answer the document carries (contract/shop/first-requests.ts). */
export const firstSellers = { query: { page: '1', limit: String(limits.homeDesigns) } };

/** The pictures of the best sellers where their cards will be, until the cards' code has loaded. */
export function FirstDesigns() {
  const products = useCall('productsBestSelling', firstSellers).data?.products ?? [];
  const isKnown = products.length >= limits.homeDesigns;
  return (
    <div aria-hidden="true">
      <div className={styles.head} />
      <ul className={`card-grid ${styles.grid}`}>
        {Array.from({ length: limits.homeDesigns }, (_, place) => {
          const image = isKnown && products[place]?.images[0];
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
