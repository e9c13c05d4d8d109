import { growStudio } from './grow-studio.ts';
import { openPhone, type Phone } from './phone.ts';
import { test as base } from './shop-test.ts';
import { copyStudio, drawnStudio, testDesigns } from './test-studio.ts';

export type { Loss, Phone } from './phone.ts';
export { expect } from './shop-test.ts';

/** Journeys with the worker, and a browser that keeps its storage when closed. */
export const test = base.extend<{
  readonly phone: Phone;
  /** How many designs the studio has; by default the drawn ones. */
  readonly designs: number;
}>({
  designs: [testDesigns, { option: true }],
  // Without the worker's shop, which these journeys never visit.
  baseURL: undefined,
  phone: async ({ designs }, use) => {
    const phone = await openPhone(async (dataDir) => {
      copyStudio(await drawnStudio(), dataDir);
      growStudio(dataDir, designs);
    });
    await use(phone);
    await phone.end();
  },
});
