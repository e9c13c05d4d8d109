/** One bit per product, by its position in a listing. */
export type Bits = Uint32Array;

export function intersection(some: Bits, others: Bits): Bits {
  for (let word = 0; word < some.length; word++)
    some[word] = (some[word] ?? 0) & (others[word] ?? 0);
  return some;
}

export function setBit(bits: Bits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
}

export function clearBit(bits: Bits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) & ~(1 << (place & 31));
}

export function hasBit(bits: Bits, place: number): boolean {
  return ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let word of bits) {
    // Add neighbouring bits in ever wider groups.
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
}
