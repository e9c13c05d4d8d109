import { session } from '#api/session.ts';
import { messages } from '#contract/messages/messages.ts';
import { addFailures, sayAdded, takeAddPlace } from '#features/cart/add-to-cart.ts';
import { sayRemoved } from '#features/cart/remove-from-cart.ts';
import { sayUnwished } from '#features/wishlist/remove-wish.ts';
import { sayWished, takeWishPlace, wishFailures } from '#features/wishlist/save-wish.ts';
import type { Device } from '#offline/device.ts';
import type { RefusedOp } from '#offline/outbox/rows.ts';
import { toast } from '#ui/toast.ts';

interface Refusal {
  /** Where the shop gave no reason. */
  readonly fallback: string;
  /** How it is now with the design. */
  readonly result: string;
  /** Says that the device has the change, tried again as this op. */
  readonly sayDone: (opId: string) => void;
}

function refusalOf({ opId, kind }: RefusedOp): Refusal {
  switch (kind) {
    case 'addToCart': {
      const place = takeAddPlace(opId);
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
      const place = takeWishPlace(opId);
      return {
        fallback: wishFailures[place],
        result: 'is not in your wishlist.',
        sayDone: (newOpId) => sayWished(newOpId, place),
      };
    }
    case 'unwish':
      return {
        fallback: messages.wishlist.removeFailed,
        result: 'is back in your wishlist.',
        sayDone: sayUnwished,
      };
  }
}

/**
 * Says that the shop refused what the buyer saw accepted, in the place of the toast that said so,
 * and offers to try again. The reason stays listed with the changes. It goes when the account whose
 * change it was is left: trying again would write into another account.
 * @param accountId whose change it was; null: a visitor's.
 */
export function announceRefused(device: Device, op: RefusedOp, accountId: string | null): void {
  if (signedInAs() !== accountId) return;
  const { fallback, result, sayDone } = refusalOf(op);
  const stop = session.subscribe(() => {
    if (signedInAs() === accountId) return;
    stop();
    toast.dismiss(op.opId);
  });
  toast.error(op.problem.message || fallback, {
    id: op.opId,
    detail: `${op.seen?.title ?? 'The design'} ${result}`,
    action: {
      label: 'Try again',
      onPress() {
        // The toast can be pressed while it leaves.
        if (signedInAs() !== accountId) return;
        device.retryRefused(op).then(sayDone, () => toast.error(fallback));
      },
    },
  });
}

const signedInAs = () => session.getState().user?._id ?? null;
