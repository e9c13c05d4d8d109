import { fromBase64url, toBase64url } from '../wire/base64url.ts';
import { BitReader, bitsOf, bytesOf, hexBits, takeHex } from '../wire/bits.ts';
import { paths } from './paths.ts';

/** A visitor's cart and wishlist on the way from one browser to another, as ids of designs (decision 093). */
export interface CarriedLists {
  readonly cart: readonly string[];
  readonly wishlist: readonly string[];
}

/** More than anyone carries, and few enough for an address. */
const maxEach = 100;
const idDigits = 24;
const mark = 'carry=';

/** The address that carries lists: in its fragment, which no server sees. The oldest lines are left out beyond 100 each. */
export function carryPath({ cart, wishlist }: CarriedLists): string {
  const ids = [cart, wishlist].map((list) => list.slice(-maxEach));
  const bits = ids.flatMap((list) => [bitsOf(list.length, 8), ...list.map(hexBits)]);
  return `${paths.cart.path}#${mark}${toBase64url(bytesOf(bits.join('')))}`;
}

/** The lists in such an address, or in its fragment alone; null if there are none, or part of it is missing. */
export function carriedIn(text: string): CarriedLists | null {
  const [, code = ''] = text.trim().split(`#${mark}`);
  const bytes = fromBase64url(code);
  if (!bytes) return null;
  const bits = new BitReader(bytes);
  try {
    const lists = { cart: takeIds(bits), wishlist: takeIds(bits) };
    return bits.isAtEnd ? lists : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** @throws RangeError if there are too many, or part of them is missing */
function takeIds(bits: BitReader): string[] {
  const count = bits.take(8);
  if (count > maxEach) throw new RangeError(`${count} ids`);
  return Array.from({ length: count }, () => takeHex(bits, idDigits));
}
