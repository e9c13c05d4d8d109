import type { SetLine } from '#offline/outbox/rows.ts';
import type { SavedOrders } from '#offline/stores/account-store.ts';
import { boughtDesigns } from '#offline/views/bought-designs.ts';
import type { PackDesign } from './season-pack-store.ts';

/** Saved designs with the one picture that the wishlist shows, in the order given. */
export function wishedDesigns(lines: readonly SetLine[]): readonly PackDesign[] {
  return lines.map(({ productId, snapshot: { title, image } }) => ({
    productId,
    title,
    images: image === '' ? [] : [image],
  }));
}

/** Bought designs with the one picture that the orders show, the newest first. */
export function boughtPackDesigns(saved: SavedOrders | null): readonly PackDesign[] {
  const items = (saved?.orders ?? []).flatMap((order) => order.items);
  return [...boughtDesigns(saved).keys()].flatMap((id) => {
    const item = items.find(({ productId }) => productId === id);
    return item
      ? [{ productId: id, title: item.product.title, images: [item.product.image.url] }]
      : [];
  });
}
