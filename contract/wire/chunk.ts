/** The items in pieces of `size`, in their order; the last one may be smaller. */
export function* chunk<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
