/** Something the device deletes after a number of days. */
export interface Aging {
  /** ISO 8601, by the shop's clock, when it was first checked; unset while the shop hasn't been reached since. */
  readonly agedFrom?: string;
}

/**
 * Ages `item` by `shopTime`, the newest time received from the shop (ms since 1970; null: none yet).
 * Returns null once the item is older than `ms`. The device's own clock may be wrong by months, so it
 * never deletes anything.
 */
export function aged<T extends Aging>(item: T, shopTime: number | null, ms: number): T | null {
  if (shopTime === null) return item;
  const { agedFrom } = item;
  if (agedFrom === undefined) return { ...item, agedFrom: new Date(shopTime).toISOString() };
  return shopTime - Date.parse(agedFrom) > ms ? null : item;
}

/** Whether both lists hold the same objects in the same order, so nothing changed. */
export function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}
