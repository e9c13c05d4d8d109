import { logFailure } from '#api/log-failure.ts';
import { messages } from '#contract/messages/messages.ts';
import { device } from '#offline/open-device.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';

/** Takes a design out of the cart. As an add, it is said to be done once the device has kept it. */
export async function removeFromCart(productId: string): Promise<void> {
  try {
    sayRemoved(await device().removeFromCart(productId));
  } catch (error) {
    logFailure('An item could not be removed', error);
  }
}

/** Says that the device has a removal. Its refusal takes the toast's place. */
export function sayRemoved(opId: string): void {
  toast.success(messages.cart.removed, { id: opId, detail: unsentNote(device().cart()) });
}
