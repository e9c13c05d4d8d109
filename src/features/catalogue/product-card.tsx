import { memo, type ReactNode, ViewTransition } from 'react';
import { imageSizes, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { CardLink } from '#ui/card-link.tsx';
import { PaperImage } from '#ui/paper-image.tsx';
import { Price } from '#ui/price.tsx';
import { isRecent } from './is-recent.ts';
import styles from './product-card.module.css';

/** Parts of a card that other features provide; the page passes them in. */
export interface CardActions {
  /** The wishlist heart of a design. */
  readonly heart: (product: Product) => ReactNode;
  /** The button that adds a design to the cart. */
  readonly bag: (product: Product) => ReactNode;
  /** Notes on the picture: in the cart, bought before. */
  readonly notes: (product: Product) => ReactNode;
}

interface ProductCardProps {
  readonly product: Product;
  readonly actions: CardActions;
  /** In the first row, so its picture loads before the others. */
  readonly isFirst: boolean;
  /** No other card on the page shows this design, so its picture can morph into the design's page. */
  readonly isOnly?: boolean;
}

function Sticker({ product }: { readonly product: Product }) {
  if (!product.isBuyable) return <span className={styles.drawing}>Being drawn</span>;
  if (isRecent(product.publishedAt, Date.now())) return <span className={styles.new}>New</span>;
  return null;
}

function Card({ product, actions, isFirst, isOnly = true }: ProductCardProps) {
  const [image] = product.images;
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        {image && (
          <ViewTransition
            {...(isOnly && { name: `design-${product._id}` })}
            default="none"
            share="auto"
          >
            <PaperImage
              className={styles.image}
              image={image}
              alt=""
              sizes={imageSizes.card}
              isFirst={isFirst}
            />
          </ViewTransition>
        )}
        <Sticker product={product} />
        <div className={styles.notes}>{actions.notes(product)}</div>
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <CardLink to={productPath(product._id)} state={{ product }}>
            {product.title}
          </CardLink>
        </h3>
        <p className={styles.designer}>by {product.designer.join(' & ')}</p>
        <div className={styles.foot}>
          <Price price={product.price} discountedPrice={product.discountedPrice} />
          <div className={styles.actions}>
            {actions.heart(product)}
            {actions.bag(product)}
          </div>
        </div>
      </div>
    </article>
  );
}

/** Renders again only when its design changed: the snapshot delivers the designs on the screen a second time, unchanged. */
export const ProductCard = memo(Card, (before, after) => {
  const isSame =
    before.product === after.product ||
    JSON.stringify(before.product) === JSON.stringify(after.product);
  return isSame && before.actions === after.actions && before.isFirst === after.isFirst;
});
