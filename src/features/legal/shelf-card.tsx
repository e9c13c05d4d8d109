import { imageSizes, paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { LinkButton } from '#ui/button.tsx';
import { PaperImage } from '#ui/paper-image.tsx';
import { Price } from '#ui/price.tsx';
import styles from './shelf-card.module.css';

interface BuyNowProps {
  readonly to: string;
  readonly of: string;
  readonly product?: Product;
}

function BuyNow({ to, of, product }: BuyNowProps) {
  return (
    <LinkButton className={styles.buy} to={to} {...(product && { state: { product } })}>
      BUY NOW<span className="visually-hidden">: {of}</span>
    </LinkButton>
  );
}

/** A design on the shelf. */
export function ShelfCard({ product }: { readonly product: Product }) {
  const { _id, title, designer, images, price, discountedPrice } = product;
  const [image] = images;
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        {image && (
          <PaperImage className={styles.image} image={image} alt="" sizes={imageSizes.card} />
        )}
      </div>
      <h3 className={styles.title}>{title}</h3>
      <p className="note">by {designer.join(' & ')}</p>
      <Price price={price} discountedPrice={discountedPrice} />
      <BuyNow to={productPath(_id)} of={title} product={product} />
    </li>
  );
}

/** Placeholder for a design. */
export function PlaceholderCard({ title }: { readonly title: string }) {
  return (
    <li className={styles.card}>
      <div className={styles.placeholder} />
      <h3 className={styles.title}>{title}</h3>
      <p className="note">See all in the shop</p>
      <BuyNow to={paths.shop.path} of={title} />
    </li>
  );
}
