import { logFailure } from '#api/log-failure.ts';
import { messages } from '#contract/messages/messages.ts';
import { device } from '#offline/open-device.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';

/** Removes a design from the cart. Like an add, it is reported once the device has stored it. */
export async function removeFromCart(productId: string): Promise<void> {
  try {
    sayRemoved(await device().removeFromCart(productId));
  } catch (error) {
    logFailure('An item could not be removed', error);
  }
}

/** Shows that a removal is stored on the device. If it is refused later, that toast replaces this one. */
export function sayRemoved(opId: string): void {
  toast.success(messages.cart.removed, { id: opId, detail: unsentNote(device().cart()) });
}
