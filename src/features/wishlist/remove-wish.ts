import { messages } from '#contract/messages/messages.ts';
import { device } from '#offline/open-device.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';

/** Removes a design from the wishlist; reported as done once the device has stored it. */
export async function removeWish(productId: string): Promise<void> {
  try {
    toastUnwished(await device().unwish(productId));
  } catch {
    toast.error(messages.wishlist.removeFailed);
  }
}

/** Shows that a removal is stored on the device, in error style but announced politely (OP-08). If it is refused later, that toast replaces this one. */
export function toastUnwished(opId: string): void {
  toast.error(messages.wishlist.removed, {
    id: opId,
    urgency: 'polite',
    detail: unsentNote(device().wishlist()),
  });
}
