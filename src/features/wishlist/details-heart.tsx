import { useState, useSyncExternalStore } from 'react';
import type { Product } from '#contract/shop/product.ts';
import { device } from '#offline/open-device.ts';
import styles from './heart.module.css';
import { Heart } from './heart.tsx';
import { saveWish } from './save-wish.ts';
import { useWished } from './use-wished.ts';

function useRefused(productId: string): boolean {
  return useSyncExternalStore(device().watchWishlist, () =>
    device()
      .wishlist()
      .refused.some((op) => op.kind === 'wish' && op.productId === productId),
  );
}

/** The heart of the details page: it stays filled whatever happens, and shows if the design couldn't be saved (P17). */
export function DetailsHeart({ product }: { readonly product: Product }) {
  const isWished = useWished(product._id);
  const isRefused = useRefused(product._id);
  const [hasFailed, setFailed] = useState(false);
  const isUnsaved = !isWished && (isRefused || hasFailed);

  async function save(): Promise<void> {
    setFailed(!(await saveWish(product, 'details')));
  }

  return (
    <span className={styles.details}>
      <Heart product={product} isUnsaved={isUnsaved} onSave={() => void save()} />
      <span role="status">{isUnsaved && <span className={styles.unsaved}>Not saved</span>}</span>
    </span>
  );
}
