/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4). */
const constants = Uint32Array.from(firstPrimes(64), (prime) => fraction(Math.cbrt(prime)));

/**
 * The SHA-256 of `parts` in order, in hexadecimal. Works piece by piece, because the browser's own digest
 * needs the whole file in memory, which a phone may not have.
 * @throws the reason of `signal`
 */
export async function sha256(parts: readonly Blob[], signal?: AbortSignal): Promise<string> {
  const state = Uint32Array.from(firstPrimes(8), (prime) => fraction(Math.sqrt(prime)));
  const words = new Uint32Array(64);
  const rest = new Uint8Array(64);
  let buffered = 0;
  let length = 0;
  for (const part of parts) {
    signal?.throwIfAborted();
    const bytes = new Uint8Array(await part.arrayBuffer());
    length += bytes.length;
    let at = 0;
    if (buffered > 0) {
      at = Math.min(64 - buffered, bytes.length);
      rest.set(bytes.subarray(0, at), buffered);
      buffered += at;
      if (buffered < 64) continue;
      mix(state, words, rest, 0);
    }
    for (; at + 64 <= bytes.length; at += 64) mix(state, words, bytes, at);
    rest.set(bytes.subarray(at));
    buffered = bytes.length - at;
  }
  const end = new Uint8Array(buffered < 56 ? 64 : 128);
  end.set(rest.subarray(0, buffered));
  end[buffered] = 0x80;
  new DataView(end.buffer).setBigUint64(end.length - 8, BigInt(length) * 8n);
  for (let at = 0; at < end.length; at += 64) mix(state, words, end, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** Mixes the 64 bytes from `at` into the state. */
function mix(state: Uint32Array, words: Uint32Array, bytes: Uint8Array, at: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(i * 4);
  for (let i = 16; i < 64; i += 1) {
    const x = word(words, i - 15);
    const y = word(words, i - 2);
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    words[i] = word(words, i - 16) + low + word(words, i - 7) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + high + choice + word(constants, i) + word(words, i)) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] = word(state, i) + value;
  });
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}

function turn(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

function fraction(root: number): number {
  return (root % 1) * 2 ** 32;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes;
}
