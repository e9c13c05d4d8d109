import { messages } from '#contract/messages/messages.ts';
import type { Product } from '#contract/shop/product.ts';
import { device } from '#offline/open-device.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';

/** Where the heart is decides the text of a failure (T09). */
export type HeartPlace = 'card' | 'details';

export const wishFailures: Readonly<Record<HeartPlace, string>> = {
  card: messages.wishlist.addFailedOnCard,
  details: messages.wishlist.addFailed,
};

/** Which failure text a wish gets if the server refuses it later. */
const places = new Map<string, HeartPlace>();

/** Where the heart of a wish was; called once, after its refusal. */
export function popWishPlace(opId: string): HeartPlace {
  const place = places.get(opId) ?? 'details';
  places.delete(opId);
  return place;
}

/**
 * Saves a design. The toast comes once the device has stored it, whatever the network does (OP-07). Returns
 * whether it was stored.
 */
export async function saveWish(product: Product, place: HeartPlace): Promise<boolean> {
  try {
    toastWished(await device().wish(product), place);
    return true;
  } catch {
    toast.error(wishFailures[place]);
    return false;
  }
}

/** Shows that a wish is stored on the device. If it is refused later, that toast replaces this one. */
export function toastWished(opId: string, place: HeartPlace): void {
  places.set(opId, place);
  toast.success(messages.wishlist.added, { id: opId, detail: unsentNote(device().wishlist()) });
}
