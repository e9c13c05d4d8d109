import { animalFriends } from './catalogue/animal-friends.ts';
import { clipArtProducts } from './catalogue/clip-art-products.ts';
import { gardenFlorals } from './catalogue/garden-florals.ts';
import { holidayRepeats } from './catalogue/holiday-repeats.ts';
import { kitProducts } from './catalogue/kit-products.ts';
import { categories, clementine, type Draft, juniper } from './catalogue/product-basics.ts';
import { scatteredBlenders } from './catalogue/scattered-blenders.ts';
import { seaAndSkyRepeats } from './catalogue/sea-and-sky.ts';
import { seasonRepeats } from './catalogue/season-repeats.ts';
import { treatsAndToys } from './catalogue/treats-and-toys.ts';
import { wovenBlenders } from './catalogue/woven-blenders.ts';
import type { DemoProduct, DemoStudio } from './drawing/demo-studio.ts';
import { featuredScenes } from './scenes/featured.ts';

/** Numbers products within their kind. Append new ones to the lists, so that existing numbers don't change. */
function numbered(drafts: readonly Draft[]): DemoProduct[] {
  const counts = new Map<string, number>();
  return drafts.map(({ skuPrefix, ...product }) => {
    const count = (counts.get(skuPrefix) ?? 0) + 1;
    counts.set(skuPrefix, count);
    return { ...product, sku: `PW-${skuPrefix}-${String(count).padStart(3, '0')}` };
  });
}

export const demoStudio: DemoStudio = {
  name: 'Pinwheel',
  designers: [
    { name: clementine, email: 'clementine@pinwheel.example' },
    { name: juniper, email: 'juniper@pinwheel.example' },
  ],
  socialUrl: 'https://social.example/pinwheel',
  categories: Object.values(categories),
  products: numbered([
    ...animalFriends,
    ...gardenFlorals,
    ...seaAndSkyRepeats,
    ...treatsAndToys,
    ...holidayRepeats,
    ...wovenBlenders,
    ...scatteredBlenders,
    ...clipArtProducts,
    ...kitProducts,
    ...seasonRepeats,
  ]),
  favourites: [
    'foxglove-nap',
    'hedgehog-garden-club',
    'night-owls-only',
    'rocket-bedtime',
    'once-upon-a-hill',
    'snowman-social',
  ],
  featured: featuredScenes,
};
