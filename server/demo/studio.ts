import { animalFriends } from './catalogue/animal-friends.ts';
import { blenderBasics } from './catalogue/blender-basics.ts';
import { categories, clementine, type Draft, juniper } from './catalogue/product-basics.ts';
import type { DemoProduct, DemoStudio } from './demo-studio.ts';

export type {
  DemoDesigner,
  DemoFeatured,
  DemoFile,
  DemoProduct,
  DemoStudio,
} from './demo-studio.ts';

/** Numbers products within their kind; new ones go to the end of a list, so numbers stay. */
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
  products: numbered([...animalFriends, ...blenderBasics]),
  featured: [],
};
