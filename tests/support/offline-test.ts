import { growStudio } from './grow-studio.ts';
import { openPhone, type Phone } from './phone.ts';
import { openPhoneHomes, type PhoneHomes } from './phone-home.ts';
import { test as base } from './shop-test.ts';
import { copyStudio, drawnStudio, testDesigns } from './test-studio.ts';

export type { Loss, Phone } from './phone.ts';
export { expect } from './shop-test.ts';

interface TestFixtures {
  readonly phone: Phone;
  /** How many designs the studio has; by default the drawn ones. */
  readonly designs: number;
  /**
   * Whether the phone has been here before: its browser starts with what a first visit to Home stored, the
   * worker and its pack. Most of a phone's time went into that visit.
   */
  readonly isReturning: boolean;
}

/** Journeys with the worker, and a browser that keeps its storage when closed. */
export const test = base.extend<TestFixtures, { readonly homes: PhoneHomes }>({
  homes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const homes = await openPhoneHomes();
      await use(homes);
      await homes.end();
    },
    { scope: 'worker' },
  ],
  designs: [testDesigns, { option: true }],
  isReturning: [false, { option: true }],
  // Without the worker's shop, which these journeys never visit.
  baseURL: undefined,
  phone: async ({ designs, isReturning, homes }, use) => {
    const fill = async (dataDir: string) => {
      copyStudio(await drawnStudio(), dataDir);
      growStudio(dataDir, designs);
    };
    const phone = await openPhone(fill, isReturning ? await homes.after(designs, fill) : undefined);
    await use(phone);
    await phone.end();
  },
});
