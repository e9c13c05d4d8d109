import type { Page } from '@playwright/test';

/** Resolves once the page has all code of the chip: on a busy machine the network may be idle before it is requested. */
export async function loadLateParts(page: Page): Promise<void> {
  const late = await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/late-frame'))
        ?.name,
  );
  await late.evaluate((address) => import(String(address)));
}
