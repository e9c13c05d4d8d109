import { growStudio } from './grow-studio.ts';
import { openPhone, type Phone } from './phone.ts';
import { visitedProfile } from './phone-home.ts';
import { test as base } from './shop-test.ts';
import { copyStudio, drawnStudio, testDesigns } from './test-studio.ts';

export type { Loss, Phone } from './phone.ts';
export { expect } from './shop-test.ts';

interface TestFixtures {
  readonly phone: Phone;
  /** How many designs the studio has; by default the drawn ones. */
  readonly designs: number;
  /** Whether the phone has been here before; most of a phone's time goes into its first visit. */
  readonly isReturning: boolean;
}

/** What a phone needs to begin, once also the first visit that others return from, is no part of a journey's time. */
const fixtureMs = 120_000;

/** Journeys with the worker, and a browser that keeps its storage when closed. */
export const test = base.extend<TestFixtures>({
  designs: [testDesigns, { option: true }],
  isReturning: [false, { option: true }],
  // Without the worker's shop, which these journeys never visit.
  baseURL: undefined,
  phone: [
    async ({ designs, isReturning }, use) => {
      const fill = async (dataDir: string) => {
        copyStudio(await drawnStudio(), dataDir);
        growStudio(dataDir, designs);
      };
      const phone = await openPhone(fill, isReturning ? await visitedProfile() : undefined);
      await use(phone);
      await phone.end();
    },
    { timeout: fixtureMs },
  ],
});
