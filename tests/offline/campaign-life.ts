import { take } from './campaign.ts';
import { checkOwners, checkQuiet, checkShown, endWorld, settle } from './campaign-checks.ts';
import type { SeededBug } from './campaign-person.ts';
import type { CampaignShop } from './campaign-shop.ts';
import type { Step } from './campaign-steps.ts';
import { createWorld } from './campaign-world.ts';

/**
 * Lives through a sequence in a new world, in Node or in a page.
 * @throws at the first invariant that doesn't hold
 */
export async function live(
  shop: CampaignShop,
  steps: readonly Step[],
  bug: SeededBug | null,
  slowly?: () => Promise<unknown>,
): Promise<void> {
  const world = await createWorld(shop, bug, slowly);
  try {
    for (const step of steps) {
      await take(world, step);
      if ('browser' in step) await checkShown(world, step.browser);
    }
    await settle(world);
    await checkQuiet(world);
  } finally {
    // An owner's check takes precedence: it reports the more serious fault.
    await checkOwners(world).finally(() => endWorld(world));
  }
}
