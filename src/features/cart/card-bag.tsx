import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useCarriedFocus } from '#ui/use-carried-focus.ts';
import { addToCart } from './add-to-cart.ts';
import styles from './card-bag.module.css';
import { useInCart } from './use-in-cart.ts';

/** A card's cart button: adds the design, or links to the cart if it is already there. */
export function CardBag({ product }: { readonly product: Product }) {
  const isInCart = useInCart(product._id);
  const handFocus = useCarriedFocus();
  if (isInCart) {
    return (
      <LinkButton
        ref={handFocus}
        variant="icon"
        className={styles.added}
        to={paths.cart.path}
        aria-label={`${product.title} is in your cart`}
      >
        <Icon name="bag" isFilled />
      </LinkButton>
    );
  }
  return (
    <Button
      ref={handFocus}
      variant="icon"
      className={styles.bag}
      disabled={!product.isBuyable}
      aria-label={`Add ${product.title} to cart`}
      onClick={() => void addToCart(product, 'card')}
    >
      <Icon name="bag" />
    </Button>
  );
}
