import { messages } from '#contract/messages/messages.ts';
import { Problem } from './problem.ts';

/** The next piece of a body, null at its end. A sender who breaks off or falls silent is at fault, not we. */
export async function nextChunk(
  chunks: ReadableStreamDefaultReader<Uint8Array>,
  stallMs: number,
): Promise<Uint8Array | null> {
  const brokeOff = () => new Problem('MALFORMED', messages.picture.brokeOff);
  const stalled = Promise.withResolvers<never>();
  const timer = setTimeout(() => stalled.reject(brokeOff()), stallMs);
  try {
    const read = chunks.read().catch(() => {
      throw brokeOff();
    });
    const { done, value } = await Promise.race([read, stalled.promise]);
    return done ? null : value;
  } finally {
    clearTimeout(timer);
  }
}
