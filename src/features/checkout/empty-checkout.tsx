import { canPersistSession } from '#api/can-persist-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { device } from '#offline/open-device.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './checkout-screen.module.css';

interface EmptyCheckoutProps {
  readonly cart: CartView;
  readonly notice: string | null;
}

/** Instead of the checkout while there is nothing to order, or the cart isn't known yet. */
export function EmptyCheckout({ cart, notice }: EmptyCheckoutProps) {
  if (cart.isUnanswered) {
    return (
      <RetryScene
        title={messages.checkout.cartUnanswered}
        text={messages.checkout.cartSafe}
        onRetry={() => device().sync({ pressed: true })}
      />
    );
  }
  if (!cart.isLoaded) return <Skeleton className={styles.loading} />;
  return (
    <>
      {notice && <p className={styles.notice}>{notice}</p>}
      <EmptyScene
        scene="cart"
        title={messages.checkout.cartEmpty}
        {...(!canPersistSession() && { text: messages.checkout.nothingStored })}
      >
        <LinkButton to={paths.shop.path}>Find a design</LinkButton>
      </EmptyScene>
    </>
  );
}
