import { type CSSProperties, useMemo } from 'react';
import type { Picture } from '#contract/shop/picture.ts';
import { useLoaded } from './use-loaded.ts';

/** Loaded after the first screen, where pictures show their mean colour at first. */
const loadMiniatures = () => import('./miniature-url.ts');

/** What an `img` shows until its picture has loaded; with `background-size: cover`, also beside a smaller picture. */
export function usePlaceholder({ color, miniature, width, height }: Picture): CSSProperties {
  const miniatures = useLoaded(loadMiniatures, miniature !== undefined);
  const backgroundImage = useMemo(
    () => miniatures?.miniatureUrl({ miniature, width, height }),
    [miniatures, miniature, width, height],
  );
  return { backgroundColor: color, backgroundImage };
}
