import type { Collection } from '#contract/shop/collection.ts';
import { collectionPath, imageSizes } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { CardLink } from '#ui/card-link.tsx';
import { PaperImage } from '#ui/paper-image.tsx';
import { Price } from '#ui/price.tsx';
import styles from './collection-card.module.css';

/** A collection as a card: a stack of cloths with its name and price. */
export function CollectionCard({ collection }: { readonly collection: Collection }) {
  const { slug, name, image, productIds, price, singlesPrice } = collection;
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <PaperImage className={styles.image} image={image} alt="" sizes={imageSizes.card} />
        <span className={styles.count}>{counted(productIds.length, 'design')}</span>
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <CardLink to={collectionPath(slug)}>{name}</CardLink>
        </h3>
        <p className={styles.together}>{price === null ? 'One by one' : 'All together'}</p>
        <Price price={singlesPrice} discountedPrice={price} />
      </div>
    </article>
  );
}
