import { drawnStudio } from './test-studio.ts';

/** Draws the tests' studio before the first journey, so that no journey waits for it. */
export default async function drawStudio(): Promise<void> {
  await drawnStudio();
}
