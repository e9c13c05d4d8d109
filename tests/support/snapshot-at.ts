import type { ProductSnapshot } from '#offline/outbox/rows.ts';

/** What a device stores of a design that it showed at this time. */
export function snapshotAt(seenAt: string): ProductSnapshot {
  return { title: 'Foxes', image: '', price: 5, discountedPrice: null, seenAt, isAvailable: true };
}
