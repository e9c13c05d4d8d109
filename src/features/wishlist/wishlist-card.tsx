import { imageSizes, productPath } from '#contract/shop/paths.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import { Button } from '#ui/button.tsx';
import { CardLink } from '#ui/card-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { KeptView } from '#ui/kept-view.tsx';
import { PaperImage } from '#ui/paper-image.tsx';
import { Price } from '#ui/price.tsx';
import styles from './wishlist-card.module.css';

interface WishlistCardProps {
  readonly line: ListLine;
  readonly onAddToCart: () => void;
  readonly onRemove: () => void;
  readonly onRemoveView: () => void;
}

/** A saved design. One that is no longer sold stays, greyed out, and can only be removed (OP-48). */
export function WishlistCard(props: WishlistCardProps) {
  const { line, onAddToCart, onRemove, onRemoveView } = props;
  const { productId, snapshot, view } = line;
  const { title, isAvailable } = snapshot;
  const image = { url: snapshot.image, width: 640, height: 640, color: 'var(--paper-deep)' };
  return (
    <article className={isAvailable ? styles.card : styles.gone}>
      <div className={styles.picture}>
        {snapshot.image !== '' && <PaperImage image={image} alt="" sizes={imageSizes.card} />}
      </div>
      <div className={styles.words}>
        <h2 className={styles.title}>
          {isAvailable ? <CardLink to={productPath(productId)}>{title}</CardLink> : title}
        </h2>
        {isAvailable ? (
          <Price price={snapshot.price} discountedPrice={snapshot.discountedPrice} />
        ) : (
          <p className={styles.note}>No longer sold</p>
        )}
        {isAvailable && view && (
          <KeptView productId={productId} title={title} view={view} onRemove={onRemoveView} />
        )}
      </div>
      <div className={styles.actions}>
        {isAvailable && (
          <Button variant="paper" className={styles.bag} onClick={onAddToCart}>
            <Icon name="bag" size={20} />
            Add to cart
            <span className="visually-hidden">: {title}</span>
          </Button>
        )}
        <Button
          variant="icon"
          className={styles.remove}
          aria-label={`Remove ${title} from wishlist`}
          onClick={onRemove}
        >
          <Icon name="trash" size={22} />
        </Button>
      </div>
    </article>
  );
}
