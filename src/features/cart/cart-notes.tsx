import { paths } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { device } from '#offline/open-device.ts';
import { opKinds } from '#offline/outbox/rows.ts';
import { type CartView, oldestSeenAt } from '#offline/views/cart-view.ts';
import { refusedViewText } from '#offline/views/refused-view-text.ts';
import { unstoredNote } from '#offline/views/unsent-note.ts';
import { RefusedList } from '#ui/refused-list.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { timeAgo } from '#ui/time-ago.ts';
import { toastIfNotStored } from '#ui/toast-if-not-stored.ts';
import styles from './cart-notes.module.css';

/** Prices older than this show when they were saved. */
const staleMs = 2 * 60_000;

function Waiting({ cart }: { readonly cart: CartView }) {
  if (cart.problem === null) return null;
  const changes = counted(cart.waiting, 'change is waiting', 'changes are waiting');
  return (
    <p className={styles.note} role="status">
      {cart.problem.code === 'NOT_SIGNED_IN' ? (
        <>
          {changes} on this device.{' '}
          <ShopLink to={paths.signIn.path} state={{ from: paths.cart.path }}>
            Sign in again
          </ShopLink>{' '}
          to send them.
        </>
      ) : (
        `${changes} ${cart.trouble === null ? 'on this device' : 'on this page'} and will be sent when the connection is back.`
      )}
    </p>
  );
}

/** Notes above the cart: how old it is, what is pending, what failed. */
export function CartNotes({ cart }: { readonly cart: CartView }) {
  const seenAt = oldestSeenAt(cart.lines);
  const isStale = seenAt !== null && Date.now() - Date.parse(seenAt) > staleMs;
  const unstored = unstoredNote(cart, 'cart');
  const refused = cart.refused.filter((op) => opKinds[op.kind].list === 'cart');
  return (
    <>
      {isStale && seenAt && <p className="note">Prices as seen {timeAgo(seenAt, Date.now())}</p>}
      {unstored && <p className={styles.note}>{unstored}</p>}
      <Waiting cart={cart} />
      <RefusedList
        changes={refused.map((op) => ({
          id: op.opId,
          title: op.snapshot?.title,
          what:
            refusedViewText(op, cart.lines) ??
            (opKinds[op.kind].isAdd ? 'could not be added' : 'could not be removed'),
          reason: op.problem.message,
          onRetry: () => toastIfNotStored(device().retryRefused(op)),
          onDismiss: () => toastIfNotStored(device().dismissRefused(op.opId)),
        }))}
      />
    </>
  );
}
