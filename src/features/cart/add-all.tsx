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
  const count = wanted.length === products.length ? `all ${wanted.length}` : `${wanted.length}`;
  return (
    <>
      {wanted.length > 0 || products.length === 0 ? (
        <Button
          isWide
          disabled={wanted.length === 0}
          onClick={() => void addAllToCart(wanted, 'details')}
        >
          {wanted.length === 0 ? 'Add all to cart' : `Add ${count} to cart`}
        </Button>
      ) : (
        others.length > 0 && (
          <LinkButton isWide to={paths.cart.path}>
            View cart
          </LinkButton>
        )
      )}
      {owned > 0 && <p className={styles.note}>{ownedNote(owned, products.length, isCheaper)}</p>}
    </>
  );
}

function ownedNote(owned: number, all: number, isCheaper: boolean): string {
  if (owned === all) return 'You have all of these designs.';
  const left = `You have ${owned} of these already. ${owned === 1 ? 'It is' : 'They are'} left out`;
  return isCheaper ? `${left}, and the price goes down with them.` : `${left}.`;
}
