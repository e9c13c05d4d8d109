import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { device } from '#offline/open-device.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { focusBeside } from '#ui/focus-beside.ts';
import { RetryScene } from '#ui/retry-scene.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { removeWish } from './remove-wish.ts';
import { WishlistCard } from './wishlist-card.tsx';
import { WishlistNotes } from './wishlist-notes.tsx';
import styles from './wishlist-screen.module.css';

const skeletons = 3;

function remove(productId: string): void {
  focusBeside(document.getElementById(`wish-${productId}`));
  void removeWish(productId);
}

interface WishlistScreenProps {
  readonly onAddToCart: (line: ListLine) => void;
  readonly onRemoveView: (line: ListLine) => void;
  /** Shown below the designs. */
  readonly below: ReactNode;
}

/** The saved designs, and the only place to remove one (L14). */
export function WishlistScreen({ onAddToCart, onRemoveView, below }: WishlistScreenProps) {
  useEffect(() => {
    // If the storage can't be opened now, the next change tries again and reports a failure.
    device()
      .follow()
      .catch(() => {});
  }, []);
  const wishlist = useSyncExternalStore(device().watchWishlist, device().wishlist);
  const { lines, isLoaded, isUnanswered } = wishlist;
  return (
    <div className={styles.screen}>
      <WishlistNotes wishlist={wishlist} />
      {lines.length === 0 && isLoaded && (
        <EmptyScene
          scene="wishlist"
          title={messages.wishlist.empty}
          text="Tap the heart on a design to save it here."
        >
          <LinkButton to={paths.shop.path}>Browse designs</LinkButton>
        </EmptyScene>
      )}
      {lines.length === 0 && isUnanswered && (
        <RetryScene
          title="Couldn’t load your wishlist"
          text={`${wishlist.isRead ? 'The shop can’t be reached. ' : ''}Nothing you saved is lost.`}
          onRetry={() => device().sync({ pressed: true })}
        />
      )}
      {lines.length === 0 && !isLoaded && !isUnanswered && (
        <div className="card-grid" role="img" aria-label="Loading your wishlist" aria-busy="true">
          {Array.from({ length: skeletons }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
            <Skeleton key={place} className={styles.paper} />
          ))}
        </div>
      )}
      {lines.length > 0 && (
        <ul className="card-grid" aria-label="Saved designs">
          {lines.map((line) => (
            <li key={line.productId} id={`wish-${line.productId}`} className={styles.cell}>
              <WishlistCard
                line={line}
                onAddToCart={() => onAddToCart(line)}
                onRemove={() => remove(line.productId)}
                onRemoveView={() => onRemoveView(line)}
              />
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && below}
    </div>
  );
}
