import { messages } from '#contract/messages/messages.ts';
import { awaitSender } from '../database/patience.ts';
import { Problem } from './problem.ts';

/** Reads the next chunk of a body; null at its end. @throws MALFORMED if the sender disconnects or is silent */
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
    const { done, value } = await awaitSender(Promise.race([read, stalled.promise]));
    return done ? null : value;
  } finally {
    clearTimeout(timer);
  }
}
