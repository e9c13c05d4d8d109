import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of bytes that are worked through one by one, about 5 ms. */
const chunkBytes = 1_000_000;

/** The bytes in chunks, so that long work doesn't hold up requests: they have their turn between two. */
export async function* chunksInTurn(
  bytes: Uint8Array,
  size: number = chunkBytes,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    if (at > 0) await nextTurn();
    yield bytes.subarray(at, at + size);
  }
}
