import { take } from './campaign.ts';
import { checkOwners, checkQuiet, checkShown, endWorld, settle } from './campaign-checks.ts';
import { goOn, notesOf, type WorldNotes } from './campaign-notes.ts';
import type { SeededBug } from './campaign-person.ts';
import type { CampaignShop } from './campaign-shop.ts';
import type { Step } from './campaign-steps.ts';
import { createWorld } from './campaign-world.ts';

interface Course {
  readonly bug: SeededBug | null;
  /** A real network takes longer than the default. */
  readonly slowly?: () => Promise<unknown>;
  /** Is called before each step. */
  readonly note?: (notes: WorldNotes) => Promise<unknown>;
  /** From when the browser was killed. */
  readonly notes?: WorldNotes | null;
}

/**
 * Lives through a sequence in a new world, or through the rest of it, in Node or in a page.
 * @throws at the first invariant that doesn't hold
 */
export async function live(
  shop: CampaignShop,
  steps: readonly Step[],
  { bug, slowly, note, notes }: Course,
): Promise<void> {
  let world = await createWorld(shop, bug, slowly);
  try {
    const killedIn = notes && steps[notes.begun - 1];
    if (killedIn) world = await goOn(world, notes, killedIn);
    for (const [place, step] of steps.entries()) {
      if (place < (notes?.begun ?? 0)) continue;
      await note?.(notesOf(world, place + 1));
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
