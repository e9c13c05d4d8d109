import storeInMemory from './store-in-memory.ts';
import { drawnStudio } from './test-studio.ts';

/**
 * Draws the tests' studio before the first journey, so that no journey waits for it, and has shops and browsers
 * store in memory. Returns how to remove what they left.
 */
export default async function prepareJourneys(): Promise<() => void> {
  await drawnStudio();
  return storeInMemory();
}
