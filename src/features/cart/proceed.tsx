import { canPersistSession } from '#api/can-persist-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import styles from './cart-notes.module.css';

/**
 * The button to the checkout. The checkout is a separate document, so a cart that the browser can't store
 * wouldn't arrive there; this says so instead of opening an empty checkout.
 */
export function Proceed({ cart }: { readonly cart: CartView }) {
  const { totals, trouble, isLoaded, accountId, waiting } = cart;
  const isLost = isLoaded && trouble !== null;
  if (!canPersistSession()) {
    return (
      <>
        <p className={styles.note}>{messages.checkout.nothingStored}</p>
        <ProceedLater />
      </>
    );
  }
  if (isLost && accountId === null) {
    return (
      <>
        <p className={styles.note}>
          This browser can’t take your cart to the checkout. Sign in first: your account keeps it.
        </p>
        <LinkButton to={paths.signIn.path} state={{ from: paths.cart.path }} isWide>
          Sign in to continue
        </LinkButton>
      </>
    );
  }
  // Still on its way to the account, without which it can't reach the checkout.
  if (totals.count === 0 || (isLost && waiting > 0)) return <ProceedLater />;
  return (
    <LinkButton to={paths.checkout.path} isWide>
      Proceed
    </LinkButton>
  );
}

function ProceedLater() {
  return (
    <Button isWide disabled>
      Proceed
    </Button>
  );
}
