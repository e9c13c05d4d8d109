import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * All violations of axe's rules on the screen, each with its place. One run in the page itself, returning
 * only violations, takes a quarter of the usual time, which is spent on frames of other origins. Such frames
 * would be missed, so any frame counts as a fault.
 */
export async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`)),
    ...page
      .frames()
      .slice(1)
      .map((frame) => `a frame: ${frame.url()}`),
  ];
}
