import { useEffect, useState } from 'react';
import { imageVariant } from '#contract/shop/paths.ts';
import type { ProductImage } from '#contract/shop/product.ts';
import { firstPicture } from '#ui/first-picture.ts';

/** `missing`: the device has no copy and the shop can't be reached. */
export type ClothPicture =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly href: string }
  | { readonly status: 'missing'; readonly retry: () => void };

/** Loads the sharpest picture there is of a repeat, or the one that cards show. */
export function useClothPicture({ url }: Pick<ProductImage, 'url'>): ClothPicture {
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<{ url: string; href: string | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of "Try again" loads again
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const href = await firstPicture([imageVariant(url, 1200, 'avif'), url]);
      if (isWanted) setFound({ url, href });
    };
    void load();
    return () => {
      isWanted = false;
    };
  }, [url, tries]);
  if (found?.url !== url) return { status: 'loading' };
  if (found.href !== null) return { status: 'ready', href: found.href };
  return {
    status: 'missing',
    retry: () => {
      setFound(null);
      setTries((count) => count + 1);
    },
  };
}
