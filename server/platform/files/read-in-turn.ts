import { setImmediate as nextTurn } from 'node:timers/promises';

/** Copied in a turn, in about 1 ms. */
const bytesInTurn = 1_000_000;

/** All that a stream has. */
export async function readInTurn(stream: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return joinedInTurn(parts);
}

/** These bytes as one. Requests have their turns meanwhile: a whole picture at once would hold them up for some 25 ms. */
export async function joinedInTurn(parts: readonly Uint8Array[]): Promise<Buffer<ArrayBuffer>> {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; ) {
      const chunk = part.subarray(at, at + bytesInTurn - (end % bytesInTurn));
      whole.set(chunk, end);
      at += chunk.length;
      end += chunk.length;
      if (end % bytesInTurn === 0) await nextTurn();
    }
  }
  return whole;
}
