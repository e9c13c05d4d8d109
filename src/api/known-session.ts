import { createStore } from 'zustand/vanilla';
import type { SavedSession } from './saved-session.ts';
import { session } from './session.ts';

/** What the device's database had of the session when it was last asked; null: it has not answered. */
export const notedSession = createStore<SavedSession | null>(() => null);

/** Takes over what the device's database has of the session. */
export function adoptNoted(noted: SavedSession): void {
  session.adopt(noted);
  notedSession.setState(noted, true);
}

/** A database that takes longer holds up nobody: what local storage has counts then. */
const patienceMs = 2_000;

let read: () => Promise<SavedSession | null> = async () => null;
let asking: Promise<void> | null = null;
let isKnown = false;

/** Where the device's own note of the session is read; the composition root says so before anything renders. */
export function restoreSessionFrom(reader: () => Promise<SavedSession | null>): void {
  read = reader;
}

/** False until the device's database was asked whether somebody is signed in whom local storage has lost. */
export function isSessionKnown(): boolean {
  return isKnown;
}

/** Asks the device's database once and takes over what is newer there. Never rejects. */
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
