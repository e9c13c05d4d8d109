import type { CSSProperties } from 'react';
import type { Picture } from '#contract/shop/picture.ts';
import { useLoaded } from './use-loaded.ts';

/** Not needed for the first screen, which shows mean colours until it is there. */
const loadMiniatures = () => import('./miniature-url.ts');

/** What an `img` shows until its picture has loaded; with `background-size: cover`, also beside a smaller picture. */
export function usePlaceholder(image: Picture): CSSProperties {
  const backgroundImage = useLoaded(loadMiniatures)?.miniatureUrl(image);
  return { backgroundColor: image.color, backgroundImage };
}
