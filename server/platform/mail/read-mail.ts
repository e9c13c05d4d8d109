import { inThread } from '../database/in-thread.ts';
import type { ReceivedMail } from './parse-mail.ts';

const parseMs = 20_000;

/** Reads a mail in a thread of its own: one can have thousands of parts. @throws if it can't be read */
export function readMail(bytes: Uint8Array): Promise<ReceivedMail> {
  return inThread(new URL('./mail-worker.ts', import.meta.url), bytes, { withinMs: parseMs });
}
