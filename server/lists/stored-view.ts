import type { ClothView } from '#contract/shop/cloth-view.ts';

/** The view of a line as an answer has it; nothing if none was kept. */
export function storedView({ view }: { readonly view: string | null }): { view?: ClothView } {
  return view === null ? {} : { view: JSON.parse(view) as ClothView };
}
