import { messages } from '#contract/messages/messages.ts';
import type { Product } from '#contract/shop/product.ts';
import { counted } from '#contract/wire/counted.ts';
import { device } from '#offline/open-device.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';

/** Where the button is decides the text of a failure (T08). */
export type AddPlace = 'card' | 'details' | 'wishlist';

export const addFailures: Readonly<Record<AddPlace, string>> = {
  card: messages.cart.addFailedOnCard,
  details: messages.cart.addFailed,
  wishlist: messages.cart.addFailed,
};

/** Which failure text an add gets if the server refuses it later. */
const places = new Map<string, AddPlace>();

/** Notes where the button of an add was. */
export function noteAddPlace(opId: string, place: AddPlace): void {
  places.set(opId, place);
}

/** Where the button of an add was; called once, after its refusal. */
export function popAddPlace(opId: string): AddPlace {
  const place = places.get(opId) ?? 'details';
  places.delete(opId);
  return place;
}

/** Adds a design to the cart. The toast comes once the device has stored it, whatever the network does (OP-03). */
export function addToCart(product: Product, place: AddPlace): Promise<void> {
  return add(() => device().addToCart(product), place);
}

/** The same for a wishlisted design, which is only known as a line. */
export function addLineToCart(line: ListLine): Promise<void> {
  return add(() => device().addLineToCart(line), 'wishlist');
}

async function add(write: () => Promise<string>, place: AddPlace): Promise<void> {
  try {
    sayAdded(await write(), place);
  } catch {
    toast.error(addFailures[place]);
  }
}

/** Shows that an add is stored on the device. If it is refused later, that toast replaces this one. */
export function sayAdded(opId: string, place: AddPlace): void {
  noteAddPlace(opId, place);
  toast.success(messages.cart.added, { id: opId, detail: unsentNote(device().cart()) });
}

/** Adds several designs to the cart, each as a change of its own, with one toast for all. */
export async function addAllToCart(products: readonly Product[], place: AddPlace): Promise<void> {
  let last = '';
  try {
    for (const product of products) {
      last = await device().addToCart(product);
      noteAddPlace(last, place);
    }
  } catch {
    toast.error(addFailures[place]);
    return;
  }
  const count = counted(products.length, 'design');
  toast.success(`${count} added to your cart`, { id: last, detail: unsentNote(device().cart()) });
}
