import { createStore } from 'zustand/vanilla';
import type { SavedSession } from './saved-session.ts';
import { session } from './session.ts';

/** The session last read from the device's database; null until it has answered. */
export const notedSession = createStore<SavedSession | null>(() => null);

/** Takes over the session of the device's database. */
export function adoptNoted(noted: SavedSession): void {
  session.adopt(noted);
  notedSession.setState(noted, true);
}

/** How long to wait for the database; after that, the session in local storage counts. */
const patienceMs = 2_000;

let read: () => Promise<SavedSession | null> = async () => null;
let asking: Promise<void> | null = null;
let isKnown = false;

/** Sets how the database's session is read. The composition root calls it before anything renders. */
export function restoreSessionFrom(reader: () => Promise<SavedSession | null>): void {
  read = reader;
}

/** Whether the device's database was asked for a session that local storage lost. */
export function isSessionKnown(): boolean {
  return isKnown;
}

/** Asks the device's database once and takes over its session if newer. Never rejects. */
export function whenSessionKnown(): Promise<void> {
  asking ??= ask();
  return asking;
}

async function ask(): Promise<void> {
  const tooLong = new Promise<null>((give) => setTimeout(() => give(null), patienceMs));
  const noted = await Promise.race([read(), tooLong]).catch(() => null);
  isKnown = true;
  if (noted) adoptNoted(noted);
}
