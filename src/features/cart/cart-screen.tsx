import { useLocation } from 'react-router';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { device } from '#offline/open-device.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import { firstSeen, movedPrices } from '#offline/views/cart-changes.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { focusBeside } from '#ui/focus-beside.ts';
import { isHomeScreenApp } from '#ui/home-screen-app.ts';
import { Icon } from '#ui/icon.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showLoadError, useLoaded } from '#ui/use-loaded.ts';
import { useMerged } from '#ui/use-merged.ts';
import { CartLine } from './cart-line.tsx';
import { CartNotes } from './cart-notes.tsx';
import styles from './cart-screen.module.css';
import { OrderSummary } from './order-summary.tsx';
import { removeFromCart } from './remove-from-cart.ts';
import { RemovedElsewhere } from './removed-elsewhere.tsx';
import { StoredNote } from './stored-note.tsx';
import { useCart } from './use-cart.ts';

function remove(productId: string): void {
  focusBeside(document.getElementById(`line-${productId}`));
  void removeFromCart(productId);
}

function EmptyCart() {
  return (
    <EmptyScene
      scene="cart"
      title={messages.checkout.cartEmpty}
      text="Foxes, moons and mushrooms are waiting for you."
    >
      <LinkButton to={paths.shop.path}>Find a design</LinkButton>
    </EmptyScene>
  );
}

const loadCarriedCart = () => import('./carried-cart.tsx');

interface CartScreenProps {
  readonly onRemoveView: (line: ListLine) => void;
}

export function CartScreen({ onRemoveView }: CartScreenProps) {
  const cart = useCart();
  // Points out a price that changes while the page is open.
  const moved = movedPrices(useMerged(cart.lines, firstSeen), cart.lines);
  const isEmpty = cart.lines.length === 0;
  const isCarrying = useLocation().hash.startsWith('#carry=');
  const canPaste = isHomeScreenApp() && isEmpty && cart.isLoaded && cart.accountId === null;
  const CarriedCart = useLoaded(loadCarriedCart, isCarrying || canPaste, showLoadError)?.default;
  return (
    <div className="page">
      <div className={styles.head}>
        <h1>My Cart</h1>
        <ShopLink className={styles.back} to={paths.home.path}>
          <Icon name="left" size={20} />
          Continue Browsing
        </ShopLink>
      </div>
      <div className={styles.notes}>
        <StoredNote />
        <CartNotes cart={cart} />
        <RemovedElsewhere removed={cart.removed} />
      </div>
      {CarriedCart && (isCarrying || canPaste) && <CarriedCart />}
      {isEmpty && !cart.isLoaded && !cart.isUnanswered && <Skeleton className={styles.loading} />}
      {isEmpty && cart.isLoaded && <EmptyCart />}
      {isEmpty && cart.isUnanswered && (
        <RetryScene
          title={messages.checkout.cartUnanswered}
          text={cart.isRead ? messages.checkout.cartSafe : messages.checkout.cartUnread}
          onRetry={() => device().sync({ pressed: true })}
        />
      )}
      {!isEmpty && (
        <div className={styles.columns}>
          <ul className={`card ${styles.lines}`} aria-label="Designs in your cart">
            {cart.lines.map((line) => (
              <CartLine
                key={line.productId}
                line={line}
                change={moved.get(line.productId)}
                onRemove={() => remove(line.productId)}
                onRemoveView={() => onRemoveView(line)}
              />
            ))}
          </ul>
          <OrderSummary cart={cart} />
        </div>
      )}
    </div>
  );
}
