import type { ListLine } from '#offline/outbox/rows.ts';
import type { SavedOrders } from '#offline/stores/account-store.ts';
import { boughtDesigns } from '#offline/views/bought-designs.ts';
import type { PackDesign } from './season-pack-store.ts';

/** Saved designs with the one picture that the wishlist shows, in the order given. */
export function wishedDesigns(lines: readonly ListLine[]): readonly PackDesign[] {
  return lines.map(({ productId, snapshot: { title, image } }) => ({
    productId,
    title,
    images: picturesOf(image),
  }));
}

/** Bought designs with the one picture that the orders show, the newest first. */
export function boughtPackDesigns(saved: SavedOrders | null): readonly PackDesign[] {
  const items = (saved?.orders ?? []).flatMap((order) => order.items);
  return [...boughtDesigns(saved).keys()].flatMap((id) => {
    const item = items.find(({ productId }) => productId === id);
    if (!item) return [];
    const { title, image } = item.product;
    return [{ productId: id, title, images: picturesOf(image.url) }];
  });
}

/** Empty: the design has no picture yet. */
function picturesOf(url: string): readonly string[] {
  return url === '' ? [] : [url];
}
