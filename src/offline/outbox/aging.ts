/** What is deleted from the device after some days. */
export interface Aging {
  /** ISO 8601, the shop's time when it was first looked at; none: the shop wasn't reached since. */
  readonly agedFrom?: string;
}

/**
 * What becomes of it when it is looked at while the newest time that the shop has given is `shopTime`
 * (ms since 1970; null: none): null once it is older than `ms`. The device's own clock, which may be
 * wrong by months, deletes nothing.
 */
export function aged<T extends Aging>(item: T, shopTime: number | null, ms: number): T | null {
  if (shopTime === null) return item;
  const { agedFrom } = item;
  if (agedFrom === undefined) return { ...item, agedFrom: new Date(shopTime).toISOString() };
  return shopTime - Date.parse(agedFrom) > ms ? null : item;
}

/** Whether nothing was changed: the same objects in the same order. */
export function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}
