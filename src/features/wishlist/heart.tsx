import { useCallback, useRef } from 'react';
import { paths } from '#contract/paths.ts';
import type { Product } from '#contract/product.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './heart.module.css';
import { useWished } from './use-wished.ts';

interface HeartProps {
  readonly product: Product;
  /** Filled all the same, though it could not be saved. */
  readonly isUnsaved?: boolean;
  readonly onSave: () => void;
}

/** Hands the focus over when a button turns into a link, or back: both take the answer as their ref. */
function useHandedFocus() {
  const hadFocus = useRef(false);
  return useCallback((node: HTMLElement | null) => {
    if (hadFocus.current) node?.focus({ preventScroll: true });
    return () => {
      hadFocus.current = node === document.activeElement;
    };
  }, []);
}

/** Saves a design; a filled one leads to the wishlist, where alone designs are taken out (OP-07). */
export function Heart({ product, isUnsaved = false, onSave }: HeartProps) {
  const isWished = useWished(product._id);
  const handFocus = useHandedFocus();
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
