import { useEffect, useState } from 'react';
import {
  type PackDesign,
  readPackDesigns,
  type SeasonPack,
} from '#offline/catalogue/season-pack-store.ts';
import { stallDesigns } from './stall-choices.ts';
import { useOwnDesigns } from './use-own-designs.ts';

const readPack = (id: string) => readPackDesigns(id).catch(() => []);

/** The designs that stall mode shows, live; null: not read yet. */
export function useStallDesigns(
  key: string,
  packs: readonly SeasonPack[] | null,
): readonly PackDesign[] | null {
  const { wishlist, bought } = useOwnDesigns();
  const [designs, setDesigns] = useState<readonly PackDesign[] | null>(null);
  useEffect(() => {
    let isGone = false;
    void stallDesigns(key, packs, { wishlist, bought }, readPack).then((found) => {
      if (!isGone) setDesigns((before) => (isSame(before, found) ? before : found));
    });
    return () => {
      isGone = true;
    };
  }, [key, packs, wishlist, bought]);
  return designs;
}

/** The worker announces each picture of a pack: the same designs again must not move what is shown. */
function isSame(a: readonly PackDesign[] | null, b: readonly PackDesign[] | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
