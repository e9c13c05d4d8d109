import { fromBase64url, toBase64url } from '../wire/base64url.ts';
import { paths } from './paths.ts';

/** A visitor's cart and wishlist on the way from one browser to another, as ids of designs (decision 093). */
export interface CarriedLists {
  readonly cart: readonly string[];
  readonly wishlist: readonly string[];
}

/** More than anyone carries, and few enough for an address. */
const maxEach = 100;
const idBytes = 12;
const mark = 'carry=';

/** The address that carries lists: in its fragment, which no server sees. The oldest lines are left out beyond 100 each. */
export function carryPath({ cart, wishlist }: CarriedLists): string {
  const ids = [cart, wishlist].map((list) => list.slice(-maxEach));
  const bytes = ids.flatMap((list) => [list.length, ...list.flatMap(bytesOf)]);
  return `${paths.cart.path}#${mark}${toBase64url(Uint8Array.from(bytes))}`;
}

/** The lists in such an address, or in its fragment alone; null if there are none, or part of it is missing. */
export function carriedIn(text: string): CarriedLists | null {
  const [, code = ''] = text.trim().split(`#${mark}`);
  const bytes = fromBase64url(code);
  if (!bytes || bytes.length === 0) return null;
  const [cartCount = 0] = bytes;
  const wishlistAt = 1 + cartCount * idBytes;
  const wishlistCount = bytes[wishlistAt] ?? Number.NaN;
  if (bytes.length !== wishlistAt + 1 + wishlistCount * idBytes) return null;
  const read = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => idIn(bytes, from + place * idBytes));
  const lists = { cart: read(1, cartCount), wishlist: read(wishlistAt + 1, wishlistCount) };
  return cartCount > maxEach || wishlistCount > maxEach ? null : lists;
}

function bytesOf(id: string): readonly number[] {
  return Array.from({ length: idBytes }, (_, place) =>
    Number.parseInt(id.slice(2 * place, 2 * place + 2), 16),
  );
}

function idIn(bytes: Uint8Array, from: number): string {
  return [...bytes.subarray(from, from + idBytes)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
