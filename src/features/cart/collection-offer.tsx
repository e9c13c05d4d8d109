import { useSyncExternalStore } from 'react';
import { useSession } from '#api/use-session.ts';
import type { Collection } from '#contract/shop/collection.ts';
import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { device } from '#offline/open-device.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { addAllToCart } from './add-to-cart.ts';
import styles from './collection-offer.module.css';
import { type CollectionRest, collectionRest } from './collection-rest.ts';
import { useCart } from './use-cart.ts';

interface CollectionOfferProps {
  readonly collection: Collection;
  /** Its designs that are in the shop; null while they load. */
  readonly products: readonly Product[] | null;
}

/** What the designs of a collection cost that the buyer doesn't have yet, and the button that adds them to the cart. */
export function CollectionOffer({ collection, products }: CollectionOfferProps) {
  const bought = useSyncExternalStore(device().watchBought, device().bought);
  const licenseType = useSession(({ user }) => user?.licenseType ?? null);
  const { lines } = useCart();
  const { productIds, singlesPrice, price } = collection;
  const all = productIds.length;
  const owned = productIds.filter((id) => bought.has(id)).length;
  if (owned === all) return <p className={styles.note}>You have all of these designs.</p>;
  const rest = products && collectionRest(collection, products, { licenseType, bought });
  if (!rest || rest.products.length === 0) {
    return (
      <>
        <p className={styles.which}>{whichText(all, all)}</p>
        <Price price={singlesPrice} discountedPrice={price} />
        <Button isWide disabled>
          {products && products.length > 0 ? 'Not available now' : 'Add all to cart'}
        </Button>
      </>
    );
  }
  const inCart = new Set(lines.map(({ productId }) => productId));
  const wanted = rest.products.filter(({ _id }) => !inCart.has(_id));
  return (
    <>
      <p className={styles.which}>{whichText(rest.products.length, all)}</p>
      <Price price={rest.singlesPrice} discountedPrice={rest.price} />
      {wanted.length === 0 ? (
        <LinkButton isWide to={paths.cart.path}>
          View cart
        </LinkButton>
      ) : (
        <Button isWide onClick={() => void addAllToCart(wanted, 'details')}>
          {addText(wanted.length, all)}
        </Button>
      )}
      <Note owned={owned} inCart={rest.products.length - wanted.length} rest={rest} />
    </>
  );
}

interface NoteProps {
  readonly owned: number;
  readonly inCart: number;
  readonly rest: CollectionRest;
}

function Note({ owned, inCart, rest }: NoteProps) {
  const notes = [
    owned > 0 && `You have ${owned} of these already, so the price is for the others.`,
    inCart > 0 &&
      inCart < rest.products.length &&
      `${inCart} of the ${rest.products.length} ${inCart === 1 ? 'is' : 'are'} in your cart already.`,
  ].filter((note) => note !== false);
  return notes.length > 0 && <p className={styles.note}>{notes.join(' ')}</p>;
}

function whichText(some: number, all: number): string {
  if (some < all) return `${some} of ${all} designs`;
  if (all === 1) return '1 design';
  return all === 2 ? 'Both designs' : `All ${all} designs`;
}

function addText(wanted: number, all: number): string {
  if (wanted < all) return `Add ${wanted} to cart`;
  if (all === 1) return 'Add to cart';
  return all === 2 ? 'Add both to cart' : `Add all ${all} to cart`;
}
