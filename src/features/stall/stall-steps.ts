/** Where a key leads among the designs; null: the key does something else. */
export function placeByKey(key: string, place: number, count: number): number | null {
  const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}
