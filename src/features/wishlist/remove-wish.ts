import { messages } from '#contract/messages/messages.ts';
import { device } from '#offline/open-device.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';

/** Takes a design off the wishlist; said to be done once the device has kept it. */
export async function removeWish(productId: string): Promise<void> {
  try {
    sayUnwished(await device().unwish(productId));
  } catch {
    toast.error(messages.wishlist.removeFailed);
  }
}

/** Says that the device has a removal, in error style and yet politely (OP-08). Its refusal takes the toast's place. */
export function sayUnwished(opId: string): void {
  toast.error(messages.wishlist.removed, {
    id: opId,
    urgency: 'polite',
    detail: unsentNote(device().wishlist()),
  });
}
