import { type ChangedColors, lookColors } from '#contract/shop/look.ts';
import type { Look } from '#contract/studio/look.ts';
import { firstContent } from './first-content.ts';

/** The colours of a look that differ from those the shop started with. */
export function changedColors(look: Look): ChangedColors {
  const changed = lookColors.filter((name) => look[name] !== firstContent.look[name]);
  return Object.fromEntries(changed.map((name) => [name, look[name]]));
}
