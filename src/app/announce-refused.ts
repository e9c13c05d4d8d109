import { messages } from '#contract/messages/messages.ts';
import { addFailures, popAddPlace, sayAdded } from '#features/cart/add-to-cart.ts';
import { sayRemoved } from '#features/cart/remove-from-cart.ts';
import { toastUnwished } from '#features/wishlist/remove-wish.ts';
import { popWishPlace, toastWished, wishFailures } from '#features/wishlist/save-wish.ts';
import type { Device } from '#offline/device.ts';
import { opKinds, type RefusedOp } from '#offline/outbox/rows.ts';
import { refusedViewText } from '#offline/views/refused-view-text.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';
import { dismissWhenLeft, signedInAs } from './account-toast.ts';

interface Refusal {
  /** Shown if the shop gave no reason. */
  readonly fallback: string;
  /** The state the design is in now. */
  readonly result: string;
  /** Shows that the device has stored the change, retried as this op. */
  readonly sayDone: (opId: string) => void;
}

function refusalOf({ opId, kind }: RefusedOp): Refusal {
  switch (kind) {
    case 'addToCart': {
      const place = popAddPlace(opId);
      return {
        fallback: addFailures[place],
        result: 'is not in your cart.',
        sayDone: (newOpId) => sayAdded(newOpId, place),
      };
    }
    case 'removeFromCart':
      return {
        fallback: messages.cart.removeFailed,
        result: 'is back in your cart.',
        sayDone: sayRemoved,
      };
    case 'wish': {
      const place = popWishPlace(opId);
      return {
        fallback: wishFailures[place],
        result: 'is not in your wishlist.',
        sayDone: (newOpId) => toastWished(newOpId, place),
      };
    }
    case 'unwish':
      return {
        fallback: messages.wishlist.removeFailed,
        result: 'is back in your wishlist.',
        sayDone: toastUnwished,
      };
    case 'countSold':
      return {
        fallback: 'Your sales count couldn’t be saved.',
        result: 'has its earlier count again.',
        sayDone: (newOpId) => toast.success('Counted again.', { id: newOpId }),
      };
  }
}

/** The words for a line that is there as before because its view wasn't changed; null for every other refusal. */
function viewRefusalOf(device: Device, op: RefusedOp): Refusal | null {
  const { list } = opKinds[op.kind];
  const result = list && refusedViewText(op, device[list]().lines);
  if (!result) return null;
  const isRemoval = op.view === null;
  return {
    fallback: `The view couldn’t be ${isRemoval ? 'removed' : 'kept'}.`,
    result: `${result} in your ${list}.`,
    sayDone: (newOpId) =>
      toast.success(`View ${isRemoval ? 'removed from' : 'kept in'} your ${list}`, {
        id: newOpId,
        detail: unsentNote(device.cart()),
      }),
  };
}

/**
 * Replaces the toast of a change the buyer saw succeed with one that says the shop refused it, and offers to
 * try again. The reason stays in the list of changes. The toast disappears when the account it belongs to is
 * left, because a retry would write into another account.
 * @param accountId the account of the change; null: a visitor's.
 */
export function announceRefused(device: Device, op: RefusedOp, accountId: string | null): void {
  if (signedInAs() !== accountId) return;
  const { fallback, result, sayDone } = { ...refusalOf(op), ...viewRefusalOf(device, op) };
  dismissWhenLeft(op.opId, accountId);
  toast.error(op.problem.message || fallback, {
    id: op.opId,
    detail: `${op.sold?.title ?? op.snapshot?.title ?? 'The design'} ${result}`,
    action: {
      label: 'Try again',
      onPress() {
        // The toast can still be pressed while it is leaving.
        if (signedInAs() !== accountId) return;
        device.retryRefused(op).then(
          (newOpId) => {
            if (newOpId !== null) sayDone(newOpId);
            else toast.blank('This count was already tried again or dismissed.');
          },
          () => toast.error(fallback),
        );
      },
    },
  });
}
