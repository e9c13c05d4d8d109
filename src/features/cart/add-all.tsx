import { useSyncExternalStore } from 'react';
import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { device } from '#offline/open-device.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import styles from './add-all.module.css';
import { addAllToCart } from './add-to-cart.ts';
import { useCart } from './use-cart.ts';

interface AddAllProps {
  /** The designs of a collection that are in the shop. */
  readonly products: readonly Product[];
  /** They cost less together. */
  readonly isCheaper: boolean;
}

/** Adds the designs of a collection to the cart, except those bought before and those already in it. */
export function AddAll({ products, isCheaper }: AddAllProps) {
  const bought = useSyncExternalStore(device().watchBought, device().bought);
  const inCart = new Set(useCart().lines.map(({ productId }) => productId));
  const owned = products.filter(({ _id }) => bought.has(_id)).length;
  const others = products.filter(({ _id }) => !bought.has(_id));
  const wanted = others.filter(({ _id, isBuyable }) => isBuyable && !inCart.has(_id));
  return (
    <>
      {others.length > 0 && others.every(({ _id }) => inCart.has(_id)) ? (
        <LinkButton isWide to={paths.cart.path}>
          View cart
        </LinkButton>
      ) : (
        owned < Math.max(1, products.length) && (
          <Button
            isWide
            disabled={wanted.length === 0}
            onClick={() => void addAllToCart(wanted, 'details')}
          >
            {labelOf(wanted.length, products.length)}
          </Button>
        )
      )}
      {owned > 0 && <p className={styles.note}>{ownedNote(owned, products.length, isCheaper)}</p>}
    </>
  );
}

function labelOf(wanted: number, all: number): string {
  if (all === 0) return 'Add all to cart';
  if (wanted === 0) return 'Being drawn';
  if (wanted < all) return `Add ${wanted} to cart`;
  if (all === 1) return 'Add to cart';
  return all === 2 ? 'Add both to cart' : `Add all ${all} to cart`;
}

function ownedNote(owned: number, all: number, isCheaper: boolean): string {
  if (owned === all) return 'You have all of these designs.';
  const left = `You have ${owned} of these already. ${owned === 1 ? 'It is' : 'They are'} left out`;
  return isCheaper ? `${left}, which lowers the price.` : `${left}.`;
}
