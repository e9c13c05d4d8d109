import { messages } from '#contract/messages.ts';
import type { Product } from '#contract/product.ts';
import type { Device } from '#offline/device.ts';
import { device } from '#offline/open-device.ts';
import { toast } from '#ui/toast.ts';

/** Where the heart stands decides the words of a failure (spec §8). */
export type HeartPlace = 'card' | 'details';

const failures: Readonly<Record<HeartPlace, string>> = {
  card: messages.wishlist.addFailedOnCard,
  details: messages.wishlist.addFailed,
};

/** Which failure text a wish gets, should the server refuse it later. */
const places = new Map<string, HeartPlace>();

/**
 * Saves a design. The toast comes once the device has kept it, whatever the network does (OP-07).
 * Answers whether it was kept.
 */
export async function saveWish(product: Product, place: HeartPlace): Promise<boolean> {
  try {
    places.set(await device().wish(product), place);
    toast.success(messages.wishlist.added);
    return true;
  } catch {
    toast.error(failures[place]);
    return false;
  }
}

/** Tells of wishes that the server refused after the buyer had seen them accepted. */
export function tellRefusedWishes(source: Device): void {
  source.on('refused', ({ opId, kind, problem }) => {
    if (kind === 'unwish') toast.error(problem.message || messages.wishlist.removeFailed);
    if (kind !== 'wish') return;
    const place = places.get(opId) ?? 'details';
    places.delete(opId);
    toast.error(problem.message || failures[place]);
  });
}
