import { createHash, randomBytes } from 'node:crypto';

/** Returns a new id: 24 hexadecimal characters, of which the first eight are the current second, so that rows created together are stored together. */
export function newId(now: Date = new Date()): string {
  const seconds = Math.floor(now.getTime() / 1000) % 2 ** 32;
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
}

/** Returns the same id for the same name, for rows that must be found again, such as the demo studio's. */
export function idFrom(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 24);
}
