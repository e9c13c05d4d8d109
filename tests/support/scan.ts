import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Everything that axe's rules find wrong with what is on the screen, each with its place. One run
 * in the page itself and an answer of violations alone take a quarter of the time of the usual way,
 * which is made for frames of other origins: those would go unseen, so any frame is a fault.
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
