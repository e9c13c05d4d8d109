import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useCarriedFocus } from '#ui/use-carried-focus.ts';
import styles from './heart.module.css';
import { useWished } from './use-wished.ts';

interface HeartProps {
  readonly product: Product;
  /** Filled although it could not be saved. */
  readonly isUnsaved?: boolean;
  readonly onSave: () => void;
}

/** Saves a design; a filled heart links to the wishlist, the only place to remove designs (OP-07). */
export function Heart({ product, isUnsaved = false, onSave }: HeartProps) {
  const isWished = useWished(product._id);
  const handFocus = useCarriedFocus();
  if (isWished) {
    return (
      <LinkButton
        ref={handFocus}
        variant="icon"
        className={styles.saved}
        to={paths.myWishlist.path}
        aria-label={`${product.title} is in your wishlist`}
      >
        <Icon name="heart" isFilled />
      </LinkButton>
    );
  }
  return (
    <Button
      ref={handFocus}
      variant="icon"
      className={isUnsaved ? styles.saved : undefined}
      aria-label={`Save ${product.title} to wishlist`}
      onClick={onSave}
    >
      <Icon name="heart" isFilled={isUnsaved} />
    </Button>
  );
}
