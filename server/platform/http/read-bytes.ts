import { messages } from '#contract/messages/messages.ts';
import { nextChunk } from './next-chunk.ts';
import { Problem } from './problem.ts';

/** How long a sender may be silent. */
const stallMs = 20_000;

/**
 * Reads a body of at most `most` bytes; the rest is never read.
 * @throws TOO_LARGE and, if it is empty, MALFORMED, each with its text; MALFORMED if the sender disconnects
 */
export async function readBytes(
  body: ReadableStream<Uint8Array>,
  most: number,
  {
    tooLarge,
    empty = messages.invalid.body,
  }: { readonly tooLarge: string; readonly empty?: string },
): Promise<Buffer> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for (;;) {
      const chunk = await nextChunk(reader, stallMs);
      if (!chunk) break;
      total += chunk.byteLength;
      if (total > most) throw new Problem('TOO_LARGE', tooLarge);
      chunks.push(chunk);
    }
  } finally {
    // Not awaited: cancelling may never end with a silent sender.
    reader.cancel().catch(() => undefined);
  }
  if (total === 0) throw new Problem('MALFORMED', empty);
  return Buffer.concat(chunks);
}
