import { messages } from '#contract/messages/messages.ts';
import type { Product } from '#contract/shop/product.ts';
import { device } from '#offline/open-device.ts';
import type { SetLine } from '#offline/outbox/rows.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';

/** Where the button stands decides the words of a failure (spec §8). */
export type AddPlace = 'card' | 'details' | 'wishlist';

export const addFailures: Readonly<Record<AddPlace, string>> = {
  card: messages.cart.addFailedOnCard,
  details: messages.cart.addFailed,
  wishlist: messages.cart.addFailed,
};

/** Which failure text an add gets, should the server refuse it later. */
const places = new Map<string, AddPlace>();

/** Where the button of an add stood; asked once, after its refusal. */
export function takeAddPlace(opId: string): AddPlace {
  const place = places.get(opId) ?? 'details';
  places.delete(opId);
  return place;
}

/** Puts a design in the cart. The toast comes once the device has kept it, whatever the network does (OP-03). */
export function addToCart(product: Product, place: AddPlace): Promise<void> {
  return add(() => device().addToCart(product), place);
}

/** The same for a saved design, which the wishlist knows only as a line. */
export function addLineToCart(line: SetLine): Promise<void> {
  return add(() => device().addLineToCart(line), 'wishlist');
}

async function add(write: () => Promise<string>, place: AddPlace): Promise<void> {
  try {
    sayAdded(await write(), place);
  } catch {
    toast.error(addFailures[place]);
  }
}

/** Says that the device has an add. Its refusal takes the toast's place: one act, one toast. */
export function sayAdded(opId: string, place: AddPlace): void {
  places.set(opId, place);
  toast.success(messages.cart.added, { id: opId, detail: unsentNote(device().cart()) });
}
