import { format } from 'date-fns/format';
import { productPath } from '#contract/shop/paths.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import type { CartChange } from '#offline/views/cart-changes.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { KeptView } from '#ui/kept-view.tsx';
import { PaperImage } from '#ui/paper-image.tsx';
import { Price } from '#ui/price.tsx';
import { PriceNote } from '#ui/price-note.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './cart-line.module.css';

interface CartLineProps {
  readonly line: ListLine;
  /** How its price changed since this page was opened. */
  readonly change: CartChange | undefined;
  readonly onRemove: () => void;
  readonly onRemoveView: () => void;
}

export function CartLine(props: CartLineProps) {
  const { line, change, onRemove, onRemoveView } = props;
  const { productId, snapshot, addedOn, view } = line;
  const to = productPath(productId);
  const image = { url: snapshot.image, width: 640, height: 640, color: 'var(--paper-deep)' };
  return (
    <li id={`line-${productId}`} className={snapshot.isAvailable ? styles.line : styles.gone}>
      <ShopLink className={styles.picture} to={to} tabIndex={-1} aria-hidden="true">
        {snapshot.image !== '' && <PaperImage image={image} alt="" sizes="76px" />}
      </ShopLink>
      <div className={styles.words}>
        <h2 className={styles.title}>
          <ShopLink to={to}>{snapshot.title}</ShopLink>
        </h2>
        {addedOn && <p className={joinClasses('note', styles.from)}>Added on {addedOn}</p>}
        {snapshot.isAvailable && view && (
          <KeptView
            productId={productId}
            title={snapshot.title}
            view={view}
            onRemove={onRemoveView}
          />
        )}
        {snapshot.isAvailable && snapshot.heldUntil && (
          <p className={styles.held}>
            The price rose. Yours is held until {format(snapshot.heldUntil, 'EEE HH:mm')}.
          </p>
        )}
        {snapshot.isAvailable && snapshot.inCollection && (
          <p className="note">In the collection “{snapshot.inCollection.name}”</p>
        )}
        {snapshot.isAvailable ? (
          <PriceNote change={change} />
        ) : (
          <p className={styles.goneNote}>No longer sold</p>
        )}
      </div>
      <div className={styles.price}>
        {snapshot.isAvailable && (
          <Price price={snapshot.price} discountedPrice={snapshot.discountedPrice} />
        )}
      </div>
      <Button
        variant="icon"
        className={styles.remove}
        aria-label={`Remove ${snapshot.title}`}
        onClick={onRemove}
      >
        <Icon name="trash" size={22} />
      </Button>
    </li>
  );
}
