import { messages } from '#contract/messages.ts';
import type { Product } from '#contract/product.ts';
import type { Device } from '#offline/device.ts';
import { device } from '#offline/open-device.ts';
import { opKinds, type SetLine } from '#offline/rows.ts';
import { toast } from '#ui/toast.ts';

/** Where the button stands decides the words of a failure (spec §8). */
export type AddPlace = 'card' | 'details' | 'wishlist';

const failures: Readonly<Record<AddPlace, string>> = {
  card: messages.cart.addFailedOnCard,
  details: messages.cart.addFailed,
  wishlist: messages.cart.addFailed,
};

/** Which failure text an add gets, should the server refuse it later. */
const places = new Map<string, AddPlace>();

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
    places.set(await write(), place);
    toast.success(messages.cart.added);
  } catch {
    toast.error(failures[place]);
  }
}

/** Tells of adds that the server refused after the buyer had seen them accepted. */
export function tellRefusedAdds(source: Device): void {
  source.on('refused', (op) => {
    if (opKinds[op.kind].set !== 'cart' || !opKinds[op.kind].isAdd) return;
    const place = places.get(op.opId) ?? 'details';
    places.delete(op.opId);
    toast.error(op.problem.message || failures[place]);
  });
}
