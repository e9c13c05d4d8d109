import { inThread } from '../database/in-thread.ts';
import type { ReceivedMail } from './parse-mail.ts';

const limits = { withinMs: 20_000, maxHeapMb: 256 };
/** Lines that may begin or end a part. Each part takes memory, however short it is. */
const mostBoundaries = 400;

/** Reads a mail in a thread of its own: a stranger may have written it to be hard to read. @throws if it can't be read */
export async function readMail(bytes: Uint8Array): Promise<ReceivedMail> {
  if (hasManyParts(bytes)) throw new Error('A mail has too many parts.');
  return inThread(new URL('./mail-worker.ts', import.meta.url), bytes, limits);
}

function hasManyParts(bytes: Uint8Array): boolean {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = mail.indexOf('\n--'); at !== -1; at = mail.indexOf('\n--', at + 3)) {
    count += 1;
    if (count > mostBoundaries) return true;
  }
  return false;
}
