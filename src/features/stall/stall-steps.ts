/** A shown design, and where it was. */
export interface Shown {
  readonly productId: string | undefined;
  readonly place: number;
}

/** Where a shown design is now: the list may change meanwhile. If it is gone, what took its place is shown. */
export function placeOfShown(
  designs: readonly { readonly productId: string }[],
  { productId, place }: Shown,
): number {
  const now = designs.findIndex((design) => design.productId === productId);
  return now < 0 ? Math.min(place, designs.length - 1) : now;
}

/** Where a key leads among the designs; null: the key does something else. */
export function placeByKey(key: string, place: number, count: number): number | null {
  const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}
