import type { Cart, CartItem } from '#contract/shop/cart.ts';
import type { Product } from '#contract/shop/product.ts';
import type { Wishlist, WishlistItem } from '#contract/shop/wishlist.ts';
import type { AccountRows, ListLine, ProductSnapshot, ServerList } from './rows.ts';

/** What a buyer sees of a product now. `seenAt` is ISO 8601. */
export function productSnapshot(product: Product, seenAt: string): ProductSnapshot {
  return {
    title: product.title,
    image: product.images[0]?.url ?? '',
    price: product.price,
    discountedPrice: product.discountedPrice,
    seenAt,
    isAvailable: true,
  };
}

/** Updates the snapshot in every line of a product; null: it is no longer sold. */
export function withSnapshot(
  rows: AccountRows,
  productId: string,
  snapshot: ProductSnapshot | null,
): AccountRows {
  const renewed = (line: ListLine): ListLine =>
    line.productId === productId
      ? { ...line, snapshot: snapshot ?? { ...line.snapshot, isAvailable: false } }
      : line;
  return {
    ...rows,
    cartLines: rows.cartLines.map(renewed),
    wishlistMarks: rows.wishlistMarks.map(renewed),
  };
}

/** `GET /cart` as rows. */
export function cartAnswer(cart: Cart, answeredAt: string): ServerList {
  return {
    name: 'cart',
    lines: cart.items.map((item) => cartLine(item, answeredAt)),
    version: cart.version,
    answeredAt,
    cart: {
      version: cart.version,
      cartId: cart._id,
      appliedCoupon: cart.appliedCoupon,
      couponProblem: cart.couponProblem,
      waitingCode: cart.waitingCode,
      totalPrice: cart.totalPrice,
      removed: (cart.removed ?? []).map(({ removedAt, removedOn, ...item }) => ({
        line: lineOf(item.productId, { ...item, available: true, addedAt: removedAt }, answeredAt),
        removedOn,
      })),
    },
  };
}

function cartLine(item: CartItem, answeredAt: string): ListLine {
  const line = lineOf(item.productId, item, answeredAt);
  const { addedOn, heldUntil, inCollection } = item;
  return {
    ...line,
    ...(addedOn && !addedOn.isThis && { addedOn: addedOn.name }),
    ...((heldUntil || inCollection) && {
      snapshot: {
        ...line.snapshot,
        ...(heldUntil && { heldUntil }),
        ...(inCollection && { inCollection }),
      },
    }),
  };
}

/** `GET /wishlist` as rows. */
export function wishlistAnswer(wishlist: Wishlist, answeredAt: string): ServerList {
  return {
    name: 'wishlist',
    lines: wishlist.items.map((item) => lineOf(item._id, item, answeredAt)),
    version: wishlist.version,
    answeredAt,
    cart: null,
  };
}

function lineOf(
  productId: string,
  item: Omit<CartItem | WishlistItem, 'productId' | '_id' | 'addedOn'>,
  seenAt: string,
): ListLine {
  const { title, image, price, discountedPrice, available, addedAt, view } = item;
  return {
    productId,
    addedAt,
    ...(view && { view }),
    snapshot: { title, image, price, discountedPrice, seenAt, isAvailable: available },
  };
}
