/** Numbers of a few bits each: written as a text of 0 and 1, and read from bytes. */

/** @throws RangeError if the number needs more bits or isn't a whole one */
export function bitsOf(value: number, count: number): string {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** count) {
    throw new RangeError(`${value} isn't a number of ${count} bits`);
  }
  return value.toString(2).padStart(count, '0');
}

/** Each digit of a hexadecimal text, such as an id, as four bits. */
export function hexBits(hex: string): string {
  return Array.from(hex, (digit) => bitsOf(Number.parseInt(digit, 16), 4)).join('');
}

/** @throws RangeError if fewer bits are left */
export function takeHex(bits: BitReader, digits: number): string {
  return Array.from({ length: digits }, () => bits.take(4).toString(16)).join('');
}

/** Bits as bytes, up to a whole one with zeros. */
export function bytesOf(bits: string): Uint8Array<ArrayBuffer> {
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

export class BitReader {
  readonly #bits: string;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bits = Array.from(bytes, (byte) => bitsOf(byte, 8)).join('');
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bits.length;
  }

  /** @throws RangeError if fewer bits are left */
  take(count: number): number {
    const end = this.#at + count;
    if (end > this.#bits.length) throw new RangeError('the bytes end early');
    const bits = this.#bits.slice(this.#at, end);
    this.#at = end;
    return Number.parseInt(bits, 2);
  }
}
