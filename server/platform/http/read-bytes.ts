import { messages } from '#contract/messages/messages.ts';
import { nextChunk } from './next-chunk.ts';
import { Problem } from './problem.ts';

/** How long a sender may be silent. */
const stallMs = 20_000;

/**
 * Reads a body of at most `most` bytes; the rest is never read.
 * @throws TOO_LARGE with `refusal`; MALFORMED if it is empty or the sender disconnects
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
    // Not awaited: cancelling may never end with a silent sender.
    reader.cancel().catch(() => undefined);
  }
  if (total === 0) throw new Problem('MALFORMED', messages.invalid.body);
  return Buffer.concat(chunks);
}
