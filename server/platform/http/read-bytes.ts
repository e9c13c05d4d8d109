import { messages } from '#contract/messages/messages.ts';
import { nextChunk } from './next-chunk.ts';
import { Problem } from './problem.ts';

/** A sender who is silent this long is given up. */
const stallMs = 20_000;

/**
 * The bytes of a body that may have `most` of them; what comes after is never read. Throws TOO_LARGE
 * with `refusal`, and MALFORMED where there are none or the sender breaks off.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array>,
  most: number,
  refusal: string,
): Promise<Buffer> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for (;;) {
      const chunk = await nextChunk(reader, stallMs);
      if (!chunk) break;
      total += chunk.byteLength;
      if (total > most) throw new Problem('TOO_LARGE', refusal);
      chunks.push(chunk);
    }
  } finally {
    // Not waited for: a sender who is silent never ends by itself.
    reader.cancel().catch(() => undefined);
  }
  if (total === 0) throw new Problem('MALFORMED', messages.invalid.body);
  return Buffer.concat(chunks);
}
