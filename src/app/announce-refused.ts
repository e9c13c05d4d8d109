import { messages } from '#contract/messages.ts';
import { addFailures, sayAdded, takeAddPlace } from '#features/cart/add-to-cart.ts';
import { sayRemoved } from '#features/cart/remove-from-cart.ts';
import { sayUnwished } from '#features/wishlist/remove-wish.ts';
import { sayWished, takeWishPlace, wishFailures } from '#features/wishlist/save-wish.ts';
import type { Device } from '#offline/device.ts';
import type { RefusedOp } from '#offline/rows.ts';
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
 * and offers to try again. The reason stays listed with the changes.
 */
export function announceRefused(device: Device, op: RefusedOp): void {
  const { fallback, result, sayDone } = refusalOf(op);
  toast.error(op.problem.message || fallback, {
    id: op.opId,
    detail: `${op.seen?.title ?? 'The design'} ${result}`,
    action: {
      label: 'Try again',
      onPress: () => void device.retryRefused(op).then(sayDone, () => toast.error(fallback)),
    },
  });
}
