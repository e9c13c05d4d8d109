/** Looks words up. Unlike an object, a map has no `constructor`, which somebody may search for. */
export function wordMap<T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}
