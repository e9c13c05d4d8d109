import { paths } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { device } from '#offline/open-device.ts';
import { refusedViewText } from '#offline/views/refused-view-text.ts';
import { unstoredNote } from '#offline/views/unsent-note.ts';
import type { WishlistView } from '#offline/views/wishlist-view.ts';
import { RefusedList } from '#ui/refused-list.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { savedAgo } from '#ui/time-ago.ts';
import { toastIfNotStored } from '#ui/toast-if-not-stored.ts';
import styles from './wishlist-notes.module.css';

/** A visitor's list is stored only on this device (OP-04). */
function VisitorNote({ wishlist }: { readonly wishlist: WishlistView }) {
  const signIn = (
    <ShopLink to={paths.signIn.path} state={{ from: paths.myWishlist.path }}>
      Sign in
    </ShopLink>
  );
  if (wishlist.lines.length === 0) {
    return <p className={styles.note}>{signIn} to see the designs you saved with your account.</p>;
  }
  return (
    <p className={styles.note}>
      {unstoredNote(wishlist, 'wishlist') ?? 'Saved on this device.'} {signIn} to keep it with your
      account.
    </p>
  );
}

function waitingText({ waiting, trouble }: WishlistView): string {
  const changes = counted(waiting, 'change is waiting', 'changes are waiting');
  return `${changes} ${trouble === null ? 'on this device' : 'on this page'} and will be sent when the connection is back.`;
}

/** Notes above the list: how old it is, what is pending, what failed. */
export function WishlistNotes({ wishlist }: { readonly wishlist: WishlistView }) {
  const { accountId, isStale, answeredAt, isLoaded, problem, refused } = wishlist;
  const unstored = unstoredNote(wishlist, 'wishlist');
  return (
    <>
      {isStale && answeredAt && (
        <p className={styles.note} role="status">
          {savedAgo(answeredAt, Date.now())}. The shop can’t be reached for an update.
        </p>
      )}
      {accountId === null && isLoaded && <VisitorNote wishlist={wishlist} />}
      {accountId !== null && unstored && <p className={styles.note}>{unstored}</p>}
      {problem && (
        <p className={styles.note} role="status">
          {waitingText(wishlist)}
        </p>
      )}
      <RefusedList
        changes={refused.map((op) => ({
          id: op.opId,
          title: op.snapshot?.title,
          what:
            refusedViewText(op, wishlist.lines) ??
            (op.kind === 'wish' ? 'could not be saved' : 'could not be removed'),
          reason: op.problem.message,
          onRetry: () => toastIfNotStored(device().retryRefused(op)),
          onDismiss: () => toastIfNotStored(device().dismissRefused(op.opId)),
        }))}
      />
    </>
  );
}
