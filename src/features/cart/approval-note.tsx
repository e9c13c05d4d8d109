import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './cart-notes.module.css';

/** Tells buyers who can't pay yet, before the checkout, who can. */
export function ApprovalNote() {
  const status = useSession((state) => state.user?.status);
  if (status === undefined) {
    return (
      <p className={styles.note}>
        {messages.approval.visitor}{' '}
        <ShopLink to={paths.signUp.path} state={{ from: paths.cart.path }}>
          Sign up
        </ShopLink>{' '}
        now and keep filling your cart.
      </p>
    );
  }
  return status === 'pending' ? <p className={styles.note}>{messages.approval.waiting}</p> : null;
}
